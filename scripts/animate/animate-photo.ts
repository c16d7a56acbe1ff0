import { copyFile, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { preparePhoto } from '#server/features/generation/photos/photo.ts';
import { AppError } from '#server/platform/errors.ts';
import type { Ffmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import type { RenditionName } from '#server/engine/animate/animation.ts';
import type { RenderPool } from '#server/engine/animate/render-pool.ts';
import { limits } from '#shared/limits.ts';
import { seedOf } from '#shared/motion/seed.ts';
import type { AnimationOptions } from '#shared/motion/movements.ts';

export interface AnimatePhotoOptions {
  readonly photo: string;
  readonly video: string;
  readonly rendition: RenditionName;
  readonly options: AnimationOptions;
  readonly ffmpeg: Ffmpeg;
  readonly pool: RenderPool;
  readonly signal: AbortSignal;
  /** 0 to 1. */
  readonly onProgress: (progress: number) => void;
}

/**
 * Makes one video from one photo file, which is validated exactly like an upload. The video is written atomically.
 * Throws AppError if the photo is refused, and whatever the render pool throws.
 */
export async function animatePhoto({
  photo,
  video,
  rendition,
  options,
  ffmpeg,
  pool,
  signal,
  onProgress,
}: AnimatePhotoOptions): Promise<void> {
  const { size } = await stat(photo);
  if (size > limits.photo.maxBytes) throw new AppError('file_too_large');
  const upload = await readFile(photo);
  const prepared = await preparePhoto(upload);
  const workDir = await mkdtemp(join(tmpdir(), 'memori-animate-'));
  try {
    const photoPath = join(workDir, 'photo.jpg');
    await writeFile(photoPath, prepared.jpeg);
    const job = {
      ffmpegPath: ffmpeg.path,
      photoPath,
      workDir,
      renditions: [rendition],
      encoderThreads: 0,
      seed: seedOf(upload),
      options,
    };
    const output = await pool.run(job, ({ progress }) => onProgress(progress), signal);
    const made = output.renditions[rendition]?.video;
    if (made === undefined) throw new Error('The rendition is missing');
    // The temporary folder may be on another file system, where a rename is impossible.
    await copyFile(made, `${video}.part`);
    await rename(`${video}.part`, video);
  } finally {
    await rm(workDir, { recursive: true, force: true });
  }
}
