import type { FramedFilm } from '../../../shared/frame.ts';
import { keyOf } from './order.ts';

/** Caches films, so that the frame keeps playing while offline. */
export interface Shelf {
  /** Returns the film's file, fetching it unless this version is cached. Rejects if it is unavailable. */
  take(film: FramedFilm): Promise<Blob>;
  /** Evicts everything but these versions. */
  keepOnly(films: readonly FramedFilm[]): void;
}

/**
 * Creates a shelf that holds at most this many bytes, and always the film taken last; evicts the least recently used
 * first.
 */
export function createShelf(
  fetchFilm: (film: FramedFilm) => Promise<Blob>,
  maxBytes = 96 * 1024 * 1024,
): Shelf {
  const kept = new Map<string, Blob>();
  const nameOf = (film: FramedFilm) => `${keyOf(film)} ${film.version}`;
  const bytes = () => [...kept.values()].reduce((sum, { size }) => sum + size, 0);

  return {
    async take(film) {
      const name = nameOf(film);
      const file = kept.get(name) ?? (await fetchFilm(film));
      kept.delete(name);
      kept.set(name, file);
      for (const oldest of kept.keys()) {
        if (bytes() <= maxBytes || oldest === name) break;
        kept.delete(oldest);
      }
      return file;
    },
    keepOnly(films) {
      const names = new Set(films.map(nameOf));
      for (const name of kept.keys()) if (!names.has(name)) kept.delete(name);
    },
  };
}
