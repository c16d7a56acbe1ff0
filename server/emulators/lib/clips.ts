import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { startFfmpeg } from '#server/engine/ffmpeg/process.ts';
import { sharp } from '#server/platform/image.ts';

/** A deviation from the requested clip. */
export type ClipDeviation = 'small' | 'other-aspect' | 'short' | 'long';

export interface ClipSize {
  width: number;
  height: number;
}

export interface ClipMaker {
  /** An MP4 that slowly zooms into the photo: 6 s at 24 frames a second in the given size, or with that deviation. */
  make(photo: Uint8Array, size: ClipSize, deviation?: ClipDeviation): Promise<Buffer>;
  /** Stops all clips in progress; resolves once everything is cleaned up. */
  close(): Promise<void>;
}

const rate = 24;
const lengths: Partial<Record<ClipDeviation, number>> = { short: 2, long: 12 };
const bounds = { timeLimitSeconds: 120, maxOutputBytes: 64 * 1024 * 1024 };

/** Makes clips like those of a video service, caching each of them. */
export async function createClipMaker(ffmpeg: { path: string }): Promise<ClipMaker> {
  const folder = await mkdtemp(join(tmpdir(), 'memori-emulator-'));
  const made = new Map<string, Promise<Buffer>>();
  const turn = pLimit(1);
  const closing = new AbortController();

  async function draw(key: string, photo: Uint8Array, size: ClipSize, seconds: number): Promise<Buffer> {
    const input = join(folder, `${key}.jpg`);
    const output = join(folder, `${key}.mp4`);
    await writeFile(
      input,
      await sharp(photo)
        .resize({ ...size, fit: 'fill' })
        .jpeg()
        .toBuffer(),
    );
    const zoom = `zoompan=z='1+0.0008*on':x='(iw-iw/zoom)/2':y='(ih-ih/zoom)/2':d=${seconds * rate}`;
    const run = startFfmpeg({
      path: ffmpeg.path,
      ...bounds,
      output,
      input: ['-i', `file:${input}`],
      signal: closing.signal,
      encode: [
        ...['-vf', `${zoom}:s=${size.width}x${size.height}:fps=${rate},format=yuv420p`, '-c:v', 'libx264'],
        ...['-preset', 'ultrafast', '-movflags', '+faststart', '-f', 'mp4'],
      ],
    });
    run.end();
    await run.done;
    return readFile(output);
  }

  return {
    make(photo, size, odd) {
      const target = reshape(size, odd);
      const seconds = (odd && lengths[odd]) ?? 6;
      const hash = createHash('sha256').update(photo).digest('hex').slice(0, 16);
      const key = `${hash}-${target.width}x${target.height}-${seconds}`;
      const clip = made.get(key) ?? turn(() => draw(key, photo, target, seconds));
      made.set(key, clip);
      return clip;
    },
    async close() {
      closing.abort();
      await Promise.allSettled(made.values());
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function reshape({ width, height }: ClipSize, odd: ClipDeviation | undefined): ClipSize {
  const even = (value: number) => 2 * Math.round(value / 2);
  if (odd === 'small') return { width: even(width / 2), height: even(height / 2) };
  return odd === 'other-aspect' ? { width, height: even(height * 1.5) } : { width, height };
}

/** The size of a service's clip for a requested shorter side. Sides are even. */
export async function sizeLike(photo: Uint8Array, shorterSide: number): Promise<ClipSize> {
  const { width, height } = await sharp(photo).metadata();
  const factor = shorterSide / Math.min(width, height);
  const even = (value: number) => 2 * Math.round((value * factor) / 2);
  return { width: even(width), height: even(height) };
}
