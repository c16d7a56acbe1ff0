import { z } from 'zod';
import { limits } from '../limits.ts';
import { musicTrackIds, noMusic } from '../music.ts';
import { audioIdSchema } from './audio.ts';
import { code } from './code.ts';
import { filmLookSchema, type Voice, voicesSchema } from './film.ts';
import { albumNameSchema, videoNameSchema } from './name.ts';
import { photoFactsFields } from './photo-facts.ts';
import { taskIdSchema } from './video.ts';

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

/** What a film has to be, however it is asked for. */
function possible<Shape extends z.ZodType<FilmRequest>>(schema: Shape): Shape {
  return schema
    .refine(
      ({ musicTrack, audioId }) => musicTrack === undefined || audioId === undefined,
      code('two_kinds_of_music'),
    )
    .refine(canSpeak, code('invalid_voices'))
    .refine(
      ({ length, voices = [] }) => length !== 'short' || voices.length === 0,
      code('short_film_with_voices'),
    );
}

/** A film that is asked for by its videos. */
export const filmRequestSchema = possible(requestFieldsSchema);
/** A validated one. */
export type FilmRequest = z.output<typeof requestFieldsSchema>;
/** As it is sent. */
export type FilmRequestInput = z.input<typeof requestFieldsSchema>;

/** What a finished film was made of: its request, and of each video what its owner may have changed since. */
export const recipeSchema = possible(
  requestFieldsSchema.extend({
    version: z.literal(1, code('invalid_request')),
    asMade: z.array(
      z.object({
        /** Which of the video's files was used: a movement has files of its own. */
        run: z.string().regex(/^[a-z2-7]{32}$/, code('invalid_request')),
        name: videoNameSchema.optional(),
        takenOn: photoFactsFields.takenOn,
      }),
      code('invalid_request'),
    ),
  }),
).refine(({ asMade, videoIds }) => asMade.length === videoIds.length, code('invalid_request'));
export type Recipe = z.output<typeof recipeSchema>;
export type RecipeInput = z.input<typeof recipeSchema>;

/** A recipe as it is kept by who sends it: nobody else needs to know what is in it. */
export const keptRecipeSchema = z.record(z.string(), z.unknown(), code('invalid_request'));
export type KeptRecipe = z.infer<typeof keptRecipeSchema>;

/** A validated merge request. */
export type MergeRequest = (FilmRequest & { recipe?: undefined }) | { recipe: Recipe };
/** A merge request as it is sent. */
export type MergeRequestInput = (FilmRequestInput & { recipe?: undefined }) | { recipe: KeptRecipe };

/** A film by its videos, or by the recipe of an earlier one and nothing else. */
export const mergeRequestSchema = requestFieldsSchema
  .partial({ videoIds: true, albumName: true })
  .extend({
    recipe: keptRecipeSchema
      .pipe(recipeSchema)
      .optional()
      .describe('Of a completed film, instead of everything else: makes the same film again.'),
  })
  .superRefine(({ recipe, ...asked }, context) => {
    if (!recipe) {
      const { error } = filmRequestSchema.safeParse(asked);
      for (const { path, message } of error?.issues ?? [])
        context.addIssue({ code: 'custom', path, message });
    } else if (Object.values(asked).some((value) => value !== undefined))
      context.addIssue({ code: 'custom', path: ['recipe'], message: code('invalid_request') });
  }) as unknown as z.ZodType<MergeRequest, MergeRequestInput>;
