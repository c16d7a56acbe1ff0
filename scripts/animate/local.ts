import { readEnv } from '#server/config/env.ts';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import type { RenditionName } from '#server/engine/animate/animation.ts';
import { createRenderPool } from '#server/engine/animate/render-pool.ts';
import type { AnimationOptions } from '#shared/motion/movements.ts';
import { animatePhoto } from './animate-photo.ts';
import type { Maker } from './maker.ts';

/** Makes videos on this machine with `animatePhoto`. Throws SettingError and FfmpegError. */
export async function localMaker(rendition: RenditionName, options: AnimationOptions): Promise<Maker> {
  const ffmpeg = await findFfmpeg(readEnv(process.env).FFMPEG_PATH);
  const pool = createRenderPool();
  return {
    // A single one already uses all cores.
    atOnce: 1,
    make: (job) => animatePhoto({ ...job, rendition, options, ffmpeg, pool }),
    close: () => pool.close(),
  };
}
