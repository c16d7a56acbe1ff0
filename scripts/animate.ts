import { mkdir } from 'node:fs/promises';
import { relative } from 'node:path';
import pLimit from 'p-limit';
import { planWork, UsageError, usage, type Work } from './animate/arguments.ts';
import { FatalError, type Maker } from './animate/maker.ts';
import { createProgressBar } from './animate/progress-bar.ts';
import { SettingError } from '#server/config/env.ts';
import { FfmpegError } from '#server/engine/ffmpeg/ffmpeg.ts';

/** Imported lazily: remote work needs none of the local modules. */
async function makerFor({ remote, rendition, options }: Work): Promise<Maker> {
  if (remote !== null) return (await import('./animate/remote.ts')).remoteMaker(remote, options);
  return (await import('./animate/local.ts')).localMaker(rendition, options);
}

/** The main job without a browser. Exit status: 0 all done, 1 a photo failed or was stopped, 2 wrong usage or settings. */
async function main(args: string[]): Promise<number> {
  if (args.includes('--help')) {
    console.log(usage);
    return 0;
  }
  // npm runs scripts in the project's folder; paths are relative to the folder that the user called it from.
  const here = process.env.INIT_CWD ?? process.cwd();
  const work = await planWork(args, here);
  const maker = await makerFor(work);
  const stop = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.once(name, () => stop.abort(new Error('Stopped.')));
  }
  await mkdir(work.outputFolder, { recursive: true });
  let failures = 0;
  let isHopeless = false;
  const makeOne = async ({ photo, video }: Work['items'][number]): Promise<void> => {
    if (stop.signal.aborted || isHopeless) return;
    const bar = createProgressBar(relative(here, photo) || photo, process.stderr);
    const started = performance.now();
    try {
      await maker.make({ photo, video, signal: stop.signal, onProgress: bar.update });
      bar.clear();
      console.log(`${relative(here, video)}  ${((performance.now() - started) / 1000).toFixed(1)} s`);
    } catch (error) {
      bar.clear();
      failures++;
      // Photos in progress at the same time fail in the same way: report it only once.
      if (isHopeless && error instanceof FatalError) return;
      isHopeless ||= error instanceof FatalError;
      console.error(`${relative(here, photo)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const limit = pLimit(maker.atOnce);
  await Promise.all(work.items.map((item) => limit(makeOne, item)));
  await maker.close();
  return failures === 0 ? 0 : 1;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const foreseen =
    error instanceof UsageError || error instanceof SettingError || error instanceof FfmpegError;
  if (!foreseen) throw error;
  console.error(error.message);
  if (error instanceof UsageError) console.error(usage);
  process.exitCode = 2;
}
