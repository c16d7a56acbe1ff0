import { z } from 'zod';
import { audioLimits } from '../audio-limits.ts';
import { filmFormats, filmLengths, paces } from '../film/look.ts';
import { limits } from '../limits.ts';
import { plainLine } from '../plain-text.ts';
import { audioIdSchema } from './audio.ts';
import { code } from './code.ts';
import { writtenText } from './text.ts';
import { taskIdSchema } from './video.ts';

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
