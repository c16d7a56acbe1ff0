import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import type { RenditionName } from '#server/engine/animate/animation.ts';
import { createRenderPool } from '#server/engine/animate/render-pool.ts';
import { defaultAnimationOptions } from '#shared/motion/movements.ts';

/** Renders once in a separate process: render-once.ts PHOTO FOLDER RENDITIONS (comma-separated). */
const [photoPath, workDir, names] = process.argv.slice(2) as [string, string, string];
const ffmpegPath = (await findFfmpeg(process.env.FFMPEG_PATH)).path;
const renditions = names.split(',') as RenditionName[];
const pool = createRenderPool();
const job = {
  ffmpegPath,
  photoPath,
  workDir,
  renditions,
  encoderThreads: 0,
  seed: 1,
  options: defaultAnimationOptions,
};
await pool.run(job, () => undefined, new AbortController().signal);
await pool.close();
