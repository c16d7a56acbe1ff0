import { z } from 'zod';
import { appLimits } from '../app-limits.ts';
import { audioLimits } from '../audio-limits.ts';
import { filmFormats, filmLengths, paces } from '../film/look.ts';
import { limits } from '../limits.ts';
import { musicTrackIds, noMusic } from '../music.ts';
import { plainLine } from '../plain-text.ts';
import { albumStatuses } from '../status.ts';
import { audioIdSchema } from './audio.ts';
import { taskIdSchema } from './video.ts';
import { code } from './code.ts';
import { frameSizeFields } from './frame-size.ts';
import { ownUrl } from './own-url.ts';
import { writtenText } from './text.ts';

/** Like task ids: 160 random bits, so that the public path of an album can't be guessed. */
export const mergeIdSchema = z
  .string({ error: code('album_not_found') })
  .regex(/^[a-z2-7]{32}$/, code('album_not_found'));

export const mergeRefSchema = z.object({ mergeId: mergeIdSchema });

const albumNameSchema = writtenText({
  clean: plainLine,
  max: limits.album.maxNameLength,
  tooLong: 'album_name_too_long',
  missing: 'album_name_required',
}).min(1, code('album_name_required'));

export const listAlbumsSchema = z.object({
  limit: z.number().int().min(1).max(appLimits.gallery.maxPageSize).optional(),
  cursor: mergeIdSchema.optional().describe('The last album of the previous page.'),
});
/** What part of the list of albums is wanted. */
export type ListAlbums = z.output<typeof listAlbumsSchema>;

export const renameAlbumSchema = mergeRefSchema.extend({ name: albumNameSchema });

export const filmWordsSchema = writtenText({
  clean: plainLine,
  max: limits.album.maxWordsLength,
  tooLong: 'film_words_too_long',
})
  // Nothing said is nothing shown.
  .transform((text) => text || undefined)
  .optional();

/** How an album's film looks. What is left out is as films have always been. */
export const filmLookSchema = z.object({
  format: z
    .enum(filmFormats, { error: code('invalid_request') })
    .optional()
    .describe(
      'The shape of the frame. `auto`, the default: that of most videos. A video of another shape is mounted on paper.',
    ),
  pace: z
    .enum(paces, { error: code('invalid_request') })
    .optional()
    .describe(
      '`even`, the default: each video once, the music looped or cut. With `calm`, `natural` or `lively`, the music is arranged for the film and ends with it, and each crossfade is centered on one of its bar lines.',
    ),
  length: z
    .enum(filmLengths, { error: code('invalid_request') })
    .optional()
    .describe('`short`: at most 30 s, with as many of the videos as fit, evenly chosen.'),
  titleCard: z
    .boolean({ error: code('invalid_request') })
    .optional()
    .describe('Whether the film begins with a card that bears its name, dedication and years.'),
  captions: z
    .boolean({ error: code('invalid_request') })
    .optional()
    .describe('Whether each video that has a name bears it for some seconds.'),
  dedication: filmWordsSchema.describe('On the title card.'),
  closing: filmWordsSchema.describe('Words on a card at the end: who it is from, for example.'),
});
export type FilmLook = z.output<typeof filmLookSchema>;

/** A part of a film, in seconds from its beginning; neighbours overlap by their crossfade. */
export const filmPartSchema = z.object({
  kind: z.enum(['title', 'video', 'closing']),
  videoId: z.string().optional(),
  from: z.number(),
  to: z.number(),
  bar: z
    .number()
    .optional()
    .describe('Where the music’s bar line lies on which it comes in: the middle of its crossfade.'),
});
export type FilmPart = z.infer<typeof filmPartSchema>;

const voiceSchema = z.object({
  videoId: taskIdSchema.optional().describe('The video that is seen meanwhile. Omit for the whole film.'),
  audioId: audioIdSchema.describe('A recording that was sent as a `voice`.'),
  text: writtenText({ clean: plainLine, max: audioLimits.maxTextLength, tooLong: 'voice_text_too_long' })
    .transform((text) => text || undefined)
    .optional()
    .describe('The spoken words, for a track of subtitles.'),
});

export const voicesSchema = z.array(voiceSchema);
/** What is spoken in a film. */
export type Voice = z.output<typeof voiceSchema>;

const requestFieldsSchema = filmLookSchema.extend({
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
    .describe('Omit, or send `none`, for a film without music.'),
  audioId: audioIdSchema
    .optional()
    .describe(
      'A song of your own (`POST /api/audio`) instead of `musicTrack`. It is not repeated: a film with a pace is cut evenly and shortened to end with it, and fades it out over its last 4 s if it is longer.',
    ),
  voices: voicesSchema
    .max(limits.album.maxVideos + 1, code('invalid_voices'))
    .optional()
    .describe(
      'What is spoken: one voice for each video at most, and one for the whole film, which speaks where no other does. Pictures stay for as long as a voice speaks, and the music grows quieter.',
    ),
});

/** At most one voice for a video, and one for the film, which needs a video without a voice of its own. */
function canSpeak({
  videoIds,
  voices = [],
}: {
  videoIds: readonly string[];
  voices?: readonly Voice[];
}): boolean {
  const spoken = voices.map(({ videoId }) => videoId);
  const ofVideos = spoken.filter((videoId) => videoId !== undefined);
  if (new Set(spoken).size < spoken.length) return false;
  if (ofVideos.some((videoId) => !videoIds.includes(videoId))) return false;
  return ofVideos.length === spoken.length || ofVideos.length < videoIds.length;
}
export const mergeRequestSchema = requestFieldsSchema
  .refine(
    ({ musicTrack, audioId }) => musicTrack === undefined || audioId === undefined,
    code('two_kinds_of_music'),
  )
  .refine(canSpeak, code('invalid_voices'))
  .refine(
    ({ length, voices = [] }) => length !== 'short' || voices.length === 0,
    code('short_film_with_voices'),
  );
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
