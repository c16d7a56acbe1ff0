import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskGroup } from '../../platform/task-group.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { type FfmpegJob, startFfmpeg } from '../ffmpeg/process.ts';
import type { Clip } from './clip.ts';
import type { Progress } from './progress.ts';
import type { FilmRequest } from './types.ts';

/** What all steps of one film share. */
export interface FilmContext {
  readonly request: FilmRequest;
  readonly ffmpeg: Pick<Ffmpeg, 'path' | 'version'>;
  /** One place for each ffmpeg that may run. */
  readonly tasks: TaskGroup;
  readonly progress: Progress;
  /** The film's pieces by their keys: equal ones are encoded once. */
  readonly pieces: Map<string, Promise<Clip>>;
  /** So far; what came out of the cache does not count. */
  encodedFrames: number;
}

/** Bounds of one ffmpeg run; the longest encodes a clip of a minute. */
const bounds = {
  timeLimitSeconds: 300,
  maxOutputBytes: 512 * 1024 * 1024,
  maxAllocationBytes: 64 * 1024 * 1024,
} as const;

/** Runs ffmpeg to its end. Throws FfmpegError, or the signal's reason. */
export function runFfmpeg(
  { ffmpeg, tasks }: FilmContext,
  job: Pick<FfmpegJob, 'input' | 'encode' | 'output'>,
): Promise<void> {
  return startFfmpeg({ path: ffmpeg.path, ...bounds, ...job, signal: tasks.signal }).done;
}

/** A key for what is made of `ingredients` by this ffmpeg. */
export function cacheKey({ ffmpeg }: FilmContext, ingredients: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([ffmpeg.version, ingredients]))
    .digest('hex');
}

/**
 * Takes a file from the film's cache, or makes and keeps it. Both `make` and `read` answer what is in the file; `read`
 * throws if it is not whole, and then a cached one is made again.
 */
export async function cached<T>(
  { request, tasks }: FilmContext,
  key: string,
  make: (path: string) => Promise<T>,
  read: (path: string) => Promise<T>,
): Promise<T> {
  tasks.signal.throwIfAborted();
  const path = join(request.workDir, `${key}.mp4`);
  if (await request.cache.fetch(key, path)) {
    try {
      return await read(path);
    } catch {
      await rm(path, { force: true });
    }
  }
  const made = await make(path);
  await request.cache.keep(key, path);
  return made;
}
