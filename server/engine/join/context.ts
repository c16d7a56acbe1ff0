import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { TaskGroup } from '#server/platform/concurrency/task-group.ts';
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts';
import { type FfmpegJob, startFfmpeg } from '../ffmpeg/process.ts';
import type { Clip } from './clip.ts';
import type { Progress } from './progress.ts';
import type { FilmRequest } from './types.ts';

/** State shared by all steps of one film. */
export interface FilmContext {
  readonly request: FilmRequest;
  readonly ffmpeg: Pick<Ffmpeg, 'path' | 'version'>;
  /** Limits how many ffmpeg processes run concurrently. */
  readonly tasks: TaskGroup;
  readonly progress: Progress;
  /** The film's pieces by key: equal pieces are encoded once. */
  readonly pieces: Map<string, Promise<Clip>>;
  /** Frames encoded so far; cached pieces don't count. */
  encodedFrames: number;
}

/** Limits of one ffmpeg run; the longest encodes a one-minute clip. */
const bounds = {
  timeLimitSeconds: 300,
  maxOutputBytes: 512 * 1024 * 1024,
  maxAllocationBytes: 64 * 1024 * 1024,
} as const;

/** Runs ffmpeg to completion. Throws FfmpegError, or the signal's reason. */
export function runFfmpeg(
  { ffmpeg, tasks }: FilmContext,
  job: Pick<FfmpegJob, 'input' | 'encode' | 'output'> & Partial<Pick<FfmpegJob, 'maxOutputBytes'>>,
): Promise<void> {
  return startFfmpeg({ path: ffmpeg.path, ...bounds, ...job, signal: tasks.signal }).done;
}

/** A cache key for the result of processing `ingredients` with this ffmpeg. */
export function cacheKey({ ffmpeg }: FilmContext, ingredients: unknown): string {
  return createHash('sha256')
    .update(JSON.stringify([ffmpeg.version, ingredients]))
    .digest('hex');
}

/** The content of a file, as an ingredient of a cache key. */
export async function hashFile(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}

/**
 * Takes a file from the film's cache, or makes and stores it. Both `make` and `read` return the file's content; `read`
 * throws if it is incomplete, and then a cached file is made again.
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
