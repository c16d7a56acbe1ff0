import type { DisplayedFilm } from '#shared/display.ts';
import { keyOf } from './order.ts';

/** Caches films, so that the frame keeps playing while offline. */
export interface FilmCache {
  /** Returns the film's file, fetching it unless this version is cached. Rejects if it is unavailable. */
  take(film: DisplayedFilm): Promise<Blob>;
  /** Evicts everything but these versions. */
  keepOnly(films: readonly DisplayedFilm[]): void;
}

/**
 * Creates a shelf that holds at most this many bytes, and always the film taken last; evicts the least recently used
 * first.
 */
export function createFilmCache(
  fetchFilm: (film: DisplayedFilm) => Promise<Blob>,
  maxBytes = 96 * 1024 * 1024,
): FilmCache {
  const files = new Map<string, Blob>();
  const nameOf = (film: DisplayedFilm) => `${keyOf(film)} ${film.version}`;
  const bytes = () => [...files.values()].reduce((sum, { size }) => sum + size, 0);

  return {
    async take(film) {
      const name = nameOf(film);
      const file = files.get(name) ?? (await fetchFilm(film));
      files.delete(name);
      files.set(name, file);
      for (const oldest of files.keys()) {
        if (bytes() <= maxBytes || oldest === name) break;
        files.delete(oldest);
      }
      return file;
    },
    keepOnly(films) {
      const names = new Set(films.map(nameOf));
      for (const name of files.keys()) if (!names.has(name)) files.delete(name);
    },
  };
}
