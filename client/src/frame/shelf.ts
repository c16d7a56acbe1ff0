import type { FramedFilm } from '../../../shared/frame.ts';
import { keyOf } from './order.ts';

/** Keeps films, so that the frame goes on where there is no connection. */
export interface Shelf {
  /** The film's file, fetched unless this version of it is here. Rejects where it can't be had. */
  take(film: FramedFilm): Promise<Blob>;
  /** Forgets all but these versions. */
  keepOnly(films: readonly FramedFilm[]): void;
}

/** A shelf that holds at most so many bytes, and what was taken last in any case: the longest untouched goes first. */
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
