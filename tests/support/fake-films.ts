import { once } from 'node:events';
import { readFile, writeFile } from 'node:fs/promises';
import { ClipError, type FilmMaker, type FilmRequest } from '#server/engine/join/types.ts';

/** A clip with these bytes is unreadable, like a broken file. */
export const brokenClip = Buffer.from('!');

/**
 * A fake film maker whose films are the concatenated bytes of its clips: for tests of what happens around a film, where
 * the real one would only cost time. `before` runs first, so that a test can delay a film or make it fail.
 */
export function fakeFilms(before: (request: FilmRequest) => Promise<void> = async () => {}): FilmMaker {
  return {
    async make(request) {
      const { clips, output, poster, onProgress, signal } = request;
      await before(request);
      signal.throwIfAborted();
      const files = clips.flatMap((clip) => ('path' in clip ? [clip.path] : []));
      const parts = await Promise.all(files.map((path) => readFile(path)));
      if (parts.some((part) => part.equals(brokenClip))) throw new ClipError('a clip is broken');
      onProgress(0.5);
      await writeFile(output, Buffer.concat(parts));
      await writeFile(poster, parts[0] ?? '');
      onProgress(1);
      const shots = clips.map((_, i) => ({ from: 125 * i, to: 125 * i + 150 }));
      return { width: 4, height: 2, frames: 1, way: 'full', copiedFrames: 0, encodedFrames: 1, shots };
    },
    async fit({ film, output, maxBytes, onProgress }) {
      await writeFile(output, (await readFile(film)).subarray(0, maxBytes));
      onProgress(1);
      return true;
    },
  };
}

/** The content of a fake film, without the text about its making that follows it in the file. */
export const shownBy = (file: string): string => file.split('\0')[0] ?? '';

/** A film that takes forever: rejects with the signal's reason once it aborts. */
export async function untilAborted(signal: AbortSignal): Promise<never> {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
}
