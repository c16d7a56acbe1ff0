import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import type { FilmCache } from './types.ts';

/** Where the pieces of one film are made. */
export interface PieceBench {
  readonly ffmpeg: Pick<Ffmpeg, 'path' | 'version'>;
  readonly cache: FilmCache;
  /** Pieces lie here until the film is done. */
  readonly workDir: string;
  readonly signal: AbortSignal;
}

/** Bounds of one ffmpeg run; the longest encodes a clip of a minute. */
export const runBounds = {
  timeLimitSeconds: 300,
  maxOutputBytes: 512 * 1024 * 1024,
  maxAllocationBytes: 64 * 1024 * 1024,
} as const;

/** A key for what is made of `ingredients` by this ffmpeg. */
export function pieceKey({ ffmpeg }: PieceBench, ingredients: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([ffmpeg.version, ingredients]))
    .digest('hex');
}

/**
 * Takes a piece from the cache, or makes and keeps it. Both `make` and `read` answer what is in the piece's file; `read`
 * throws if it is not whole, and then a cached one is made anew.
 */
export async function cachedPiece<T>(
  bench: PieceBench,
  key: string,
  make: (path: string) => Promise<T>,
  read: (path: string) => Promise<T>,
): Promise<{ piece: T; fromCache: boolean }> {
  bench.signal.throwIfAborted();
  const path = join(bench.workDir, `${key}.mp4`);
  if (await bench.cache.fetch(key, path)) {
    try {
      return { piece: await read(path), fromCache: true };
    } catch {
      await rm(path, { force: true });
    }
  }
  const piece = await make(path);
  await bench.cache.keep(key, path);
  return { piece, fromCache: false };
}
