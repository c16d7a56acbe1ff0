import { mkdir } from 'node:fs/promises';
import { relative } from 'node:path';
import { animatePhoto } from './animate/animate-photo.ts';
import { planWork, UsageError, usage } from './animate/arguments.ts';
import { createProgressBar } from './animate/progress-bar.ts';
import { readEnv, SettingError } from '../server/env.ts';
import { FfmpegError, findFfmpeg } from '../server/engine/ffmpeg/ffmpeg.ts';
import { createRenderPool } from '../server/engine/animate/render-pool.ts';

/** The main job without a browser. Exit status: 0 all done, 1 a photo failed or was stopped, 2 wrong usage or settings. */
async function main(): Promise<number> {
  // npm runs scripts in the project's folder; paths are meant from where the person stands.
  const here = process.env.INIT_CWD ?? process.cwd();
  const work = await planWork(process.argv.slice(2), here);
  const ffmpeg = await findFfmpeg(readEnv(process.env).FFMPEG_PATH);
  const pool = createRenderPool();
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => stop.abort(new Error('Stopped.')));
  }
  await mkdir(work.outputFolder, { recursive: true });
  let failures = 0;
  for (const { photo, video } of work.items) {
    const bar = createProgressBar(relative(here, photo) || photo, process.stderr);
    const started = performance.now();
    try {
      const job = {
        photo,
        video,
        rendition: work.rendition,
        wishes: work.wishes,
        ffmpeg,
        pool,
        signal: stop.signal,
      };
      await animatePhoto({ ...job, onProgress: bar.update });
      bar.clear();
      console.log(`${relative(here, video)}  ${((performance.now() - started) / 1000).toFixed(1)} s`);
    } catch (error) {
      bar.clear();
      failures++;
      console.error(`${relative(here, photo)}: ${error instanceof Error ? error.message : String(error)}`);
      if (stop.signal.aborted) break;
    }
  }
  await pool.close();
  return failures === 0 ? 0 : 1;
}

try {
  process.exitCode = await main();
} catch (error) {
  const foreseen =
    error instanceof UsageError || error instanceof SettingError || error instanceof FfmpegError;
  if (!foreseen) throw error;
  console.error(error.message);
  if (error instanceof UsageError) console.error(usage);
  process.exitCode = 2;
}
