import { z } from 'zod';
import { appLimits } from '../app-limits.ts';
import { filmFormats } from '../film/look.ts';
import { musicTrackIds } from '../music.ts';
import { albumStatuses } from '../status.ts';
import { code } from './code.ts';
import { filmPartSchema, voicesSchema } from './film.ts';
import { frameSizeFields } from './frame-size.ts';
import { keptRecipeSchema } from './merge-request.ts';
import { albumNameSchema } from './name.ts';
import { ownUrl } from './own-url.ts';

/** Like task ids: 160 random bits, so that the public path of an album can't be guessed. */
export const mergeIdSchema = z
  .string({ error: code('album_not_found') })
  .regex(/^[a-z2-7]{32}$/, code('album_not_found'));

export const mergeRefSchema = z.object({ mergeId: mergeIdSchema });

export const listAlbumsSchema = z.object({
  limit: z.number().int().min(1).max(appLimits.gallery.maxPageSize).optional(),
  cursor: mergeIdSchema.optional().describe('The last album of the previous page.'),
});
/** What part of the list of albums is wanted. */
export type ListAlbums = z.output<typeof listAlbumsSchema>;

export const renameAlbumSchema = mergeRefSchema.extend({ name: albumNameSchema });

export const mergeAcceptedSchema = z.object({
  mergeId: z.string(),
  queuePosition: z
    .number()
    .int()
    .min(0)
    .describe(
      '1 plus the waiting albums that were requested earlier and are made earlier; 0 once it is being worked on. ' +
        'Never rises: users take turns, and somebody else’s later request that comes first is not counted.',
    ),
});

export const mergeStatusSchema = z.object({
  mergeId: z.string(),
  status: z.enum(albumStatuses),
  albumName: z.string(),
  queuePosition: z.number().int().min(0),
  estimatedSeconds: z
    .number()
    .int()
    .min(0)
    .optional()
    .describe(
      'Until it is made, by its place in the queue and the median of the latest albums, each taken up after the one before. Absent once it is being made, and where no album has been made yet.',
    ),
  totalVideos: z.number().int(),
  progress: z.number().int().min(0).max(100).describe('Percentage, a whole number that never decreases.'),
  musicTrack: z.enum(musicTrackIds).nullable(),
  audioId: z.string().optional().describe('The owner’s song, if the film has one.'),
  voices: voicesSchema.optional().describe('What is spoken, if anything is.'),
  videoIds: z.array(z.string()).describe('The videos in the order of the film.'),
  format: z.enum(filmFormats).describe('As requested.'),
  createdAt: z.string().describe('ISO 8601 in UTC.'),
  seconds: z.number().optional().describe('The film’s length. Absent until it is completed.'),
  timeline: z
    .array(filmPartSchema)
    .optional()
    .describe(
      'What the film shows from when to when. Absent until it is completed, and for films from before it was noted.',
    ),
  recipe: keptRecipeSchema
    .optional()
    .describe(
      'Sent to `POST /api/video/merge` instead of everything else, makes the same film again, with the same pictures, names and music, whatever has been renamed since. Absent until it is completed, in lists, and for films from before it was noted.',
    ),
  outputUrl: ownUrl()
    .optional()
    .describe(
      'Present with `completed`: where the film is played from, a poster, and the file under its own name.',
    ),
  posterUrl: ownUrl().optional(),
  ...frameSizeFields,
  downloadUrl: ownUrl().optional(),
  smallUrl: ownUrl()
    .optional()
    .describe('A smaller version for messengers. Present if the film is too large for them.'),
  error: z.string().optional().describe('Present if `failed`: the message; `code` is its stable code.'),
  code: z.string().optional(),
});
/** The state of an album, as returned by the status call, the list, and each push. */
export type MergeStatus = z.infer<typeof mergeStatusSchema>;
