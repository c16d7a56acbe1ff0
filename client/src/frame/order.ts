import type { FramedFilm } from '../../../shared/frame.ts';

/** Names a film, whatever version of it there is. */
export const keyOf = ({ kind, id }: Pick<FramedFilm, 'kind' | 'id'>): string => `${kind}/${id}`;

/**
 * The films in the order in which they come after the last one, which is the last of them itself. Where that has gone from the
 * list, what took its place comes first.
 */
export function comingAfter(
  films: readonly FramedFilm[],
  last: { key: string; index: number } | null,
): FramedFilm[] {
  const index = films.findIndex((film) => keyOf(film) === last?.key);
  const start = index >= 0 ? index + 1 : (last?.index ?? 0);
  const from = films.length > 0 ? start % films.length : 0;
  return [...films.slice(from), ...films.slice(0, from)];
}
