import type { DisplayedFilm } from '#shared/display.ts';

/** Identifies a film across its versions. */
export const keyOf = ({ kind, id }: Pick<DisplayedFilm, 'kind' | 'id'>): string => `${kind}/${id}`;

/**
 * The films in playing order after the last one shown, ending with that film itself. If it is no longer in the list,
 * starts with the film that took its place.
 */
export function playOrder(
  films: readonly DisplayedFilm[],
  last: { key: string; index: number } | null,
): DisplayedFilm[] {
  const index = films.findIndex((film) => keyOf(film) === last?.key);
  const start = index >= 0 ? index + 1 : (last?.index ?? 0);
  const from = films.length > 0 ? start % films.length : 0;
  return [...films.slice(from), ...films.slice(0, from)];
}
