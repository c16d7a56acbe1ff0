import type { Language } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { titleYears } from '#shared/film/title-years.ts';
import { formatDay, formatMonth } from '#client/lib/format.ts';
import type { SuggestedFilm } from './suggest-film.ts';

/** A proposed film's name: who is in it, and when; `otherwise` if neither is known. */
export function titleOf(
  { about, days }: Pick<SuggestedFilm<never>, 'about' | 'days'>,
  language: Language,
  otherwise: string,
): string {
  const parts = [about ?? [], days ? whenOf(days, language) : []].flat();
  return (parts.join(', ') || otherwise).slice(0, limits.album.maxNameLength);
}

/** A day, a month, or one year or more: the narrowest that all days are in. */
function whenOf([first, last]: readonly [string, string], language: Language): string {
  if (first === last) return formatDay(first, language);
  if (first.slice(0, 7) === last.slice(0, 7)) return formatMonth(first, language);
  return titleYears([new Date(first), new Date(last)]);
}
