import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { createCrew } from './crew.ts';
import { makeFilm } from './make-film.ts';
import { FilmError, type FilmMaker } from './types.ts';

export interface FilmMakerOptions {
  readonly ffmpeg: Pick<Ffmpeg, 'path' | 'version'>;
  /** How many pieces of one film are made at once, each by an ffmpeg with one encoder thread. */
  readonly places?: number;
}

/** Each takes up to 200 MB. */
const mostPlaces = 4;

/**
 * The film maker: copies what no crossfade touches and encodes the rest (decision 040). What it encodes goes piece by
 * piece into the request's cache, so that a film that was interrupted goes on where it was.
 */
export function createFilmMaker({
  ffmpeg,
  places = Math.min(mostPlaces, availableParallelism()),
}: FilmMakerOptions): FilmMaker {
  return {
    async make(request) {
      request.signal.throwIfAborted();
      const crew = createCrew(places, request.signal);
      const { cache, workDir } = request;
      try {
        return await makeFilm(request, { ffmpeg, cache, workDir, signal: crew.signal }, crew);
      } catch (error) {
        const cause = await crew.abandon(error);
        await Promise.all([request.output, request.poster].map((path) => rm(path, { force: true })));
        request.signal.throwIfAborted();
        throw asFilmError(cause);
      }
    },
  };
}

function asFilmError(error: unknown): FilmError {
  if (error instanceof FilmError) return error;
  return new FilmError('transient', error instanceof Error ? error.message : String(error), { cause: error });
}
