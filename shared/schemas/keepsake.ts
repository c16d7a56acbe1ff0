import { z } from 'zod';
import { defaultLanguage, languages } from '../languages.ts';
import { limits } from '../limits.ts';
import { mergeIdSchema } from './album.ts';
import { filmWordsSchema } from './film.ts';
import { taskIdSchema } from './video.ts';
import { code } from './code.ts';

/** The formats of printed cards. */
export const cardFormats = ['a6', 'a5', 'postcard'] as const;
export type CardFormat = (typeof cardFormats)[number];

/** The query for printed cards: of videos, or of one album. */
export const keepsakeSchema = z
  .object({
    /** Comma-separated task ids. */
    videos: z
      .string({ error: code('invalid_request') })
      .transform((ids) => ids.split(','))
      .pipe(z.array(taskIdSchema).max(limits.album.maxVideos, code('invalid_request')))
      .refine((ids) => new Set(ids).size === ids.length, code('invalid_request'))
      .optional(),
    album: mergeIdSchema.optional(),
    format: z.enum(cardFormats, { error: code('invalid_request') }).default('a6'),
    /** `a4` for several cards on each sheet. */
    sheet: z.literal('a4', { error: code('invalid_request') }).optional(),
    language: z.enum(languages, { error: code('invalid_request') }).default(defaultLanguage),
  })
  .refine(({ videos, album }) => (videos === undefined) !== (album === undefined), code('invalid_request'));

/** Texts to be drawn in a film or printed on cards: the names of videos, or of an album, and others. */
export const drawnTextsSchema = z.object({
  videos: z.array(taskIdSchema).max(limits.album.maxVideos, code('invalid_request')).optional(),
  album: mergeIdSchema.optional(),
  texts: z.array(filmWordsSchema).max(3, code('invalid_request')).optional(),
});

/** Films as the client names them. */
export type PrintedFilms = { videos: readonly string[] } | { album: string };

/** The path of a PDF of cards. */
export function keepsakePath(
  of: PrintedFilms,
  { format, onA4, language }: { format: CardFormat; onA4: boolean; language: string },
): string {
  const what = 'album' in of ? `album=${of.album}` : `videos=${of.videos.join(',')}`;
  return `/api/keepsakes?${what}&format=${format}${onA4 ? '&sheet=a4' : ''}&language=${language}`;
}
