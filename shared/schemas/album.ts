import { z } from 'zod';
import { appLimits } from '../app-limits.ts';
import { limits } from '../limits.ts';
import { musicTrackIds, noMusic } from '../music.ts';
import { plainLine } from '../plain-text.ts';
import { albumStatuses } from '../status.ts';
import { taskIdSchema } from './video.ts';
import { code } from './code.ts';
import { frameSizeFields } from './frame-size.ts';
import { ownUrl } from './own-url.ts';

/** Like task ids: 160 random bits, so that the public path of an album can't be guessed. */
export const mergeIdSchema = z
  .string({ error: code('album_not_found') })
  .regex(/^[a-z2-7]{32}$/, code('album_not_found'));

export const mergeRefSchema = z.object({ mergeId: mergeIdSchema });

const albumNameSchema = z
  .string({ error: code('album_name_required') })
  // Removes characters that can't be displayed, or that databases and file names don't accept.
  .overwrite(plainLine)
  .min(1, code('album_name_required'))
  .max(limits.album.maxNameLength, code('album_name_too_long'));

export const listAlbumsSchema = z.object({
  limit: z.number().int().min(1).max(appLimits.gallery.maxPageSize).optional(),
  cursor: mergeIdSchema.optional().describe('The last album of the previous page.'),
});
/** What part of the list of albums is wanted. */
export type ListAlbums = z.output<typeof listAlbumsSchema>;

export const renameAlbumSchema = mergeRefSchema.extend({ name: albumNameSchema });

export const mergeRequestSchema = z.object({
  videoIds: z
    .array(taskIdSchema, { error: code('invalid_request') })
    .min(limits.album.minVideos, code('album_too_few_videos'))
    .max(limits.album.maxVideos, code('album_too_many_videos'))
    .refine((ids) => new Set(ids).size === ids.length, code('album_duplicate_videos'))
    .describe('Task ids in the order of the film.'),
  albumName: albumNameSchema,
  musicTrack: z
    .enum([...musicTrackIds, noMusic], { error: code('invalid_music_track') })
    .transform((track) => (track === noMusic ? undefined : track))
    .optional()
    .describe('Omit, or send `none`, for a film without sound.'),
});
/** A validated merge request. */
export type MergeRequest = z.output<typeof mergeRequestSchema>;
/** A merge request as it is sent. */
export type MergeRequestInput = z.input<typeof mergeRequestSchema>;

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
  videoIds: z.array(z.string()).describe('The videos in the order of the film.'),
  createdAt: z.string().describe('ISO 8601 in UTC.'),
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
