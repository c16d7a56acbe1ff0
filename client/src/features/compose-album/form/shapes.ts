import type { FilmFormat, FilmLength } from '#shared/film/look.ts';

/** Where a film is to be watched, which decides its format and its length; in display order. */
export const filmShapes = ['photos', 'television', 'phone', 'square', 'status'] as const;
export type FilmShape = (typeof filmShapes)[number];

/** What is asked for to get each shape. */
export const shapes: Record<FilmShape, { format: FilmFormat; length: FilmLength }> = {
  photos: { format: 'auto', length: 'full' },
  television: { format: '16:9', length: 'full' },
  phone: { format: '9:16', length: 'full' },
  square: { format: '1:1', length: 'full' },
  status: { format: '9:16', length: 'short' },
};
