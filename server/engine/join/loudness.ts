import { runProgram } from '#server/platform/child-process/program.ts';
import { FfmpegError } from '../ffmpeg/ffmpeg.ts';

const deadlineMilliseconds = 300_000;

/** What is measured of silence, in LUFS, and of what is too short to be heard. */
export const silence = -70;

/**
 * Measures the integrated loudness of a sound file in LUFS (EBU R 128). Throws FfmpegError if it can't be decoded, or the
 * signal's reason.
 */
export async function measureLoudness(
  ffmpegPath: string,
  file: string,
  signal: AbortSignal,
): Promise<number> {
  // Each figure covers everything up to its moment.
  const [integrated = silence] = (
    await figures(ffmpegPath, { file, filter: 'ebur128=metadata=1', key: 'lavfi.r128.I' }, signal)
  ).slice(-1);
  return integrated;
}

/** How much of a recording is a pause at least: breaths, and what is before the first word. */
const pauses = 0.1;

/**
 * Estimates the noise of a spoken recording in dBFS: how loud it is in its pauses. Digital silence counts as none. Throws
 * like `measureLoudness`.
 */
export async function measureNoise(ffmpegPath: string, file: string, signal: AbortSignal): Promise<number> {
  // Pieces of 50 ms at 44.1 kHz.
  const filter = 'asetnsamples=2205,astats=metadata=1:reset=1';
  const key = 'lavfi.astats.Overall.RMS_level';
  const levels = (await figures(ffmpegPath, { file, filter, key }, signal)).toSorted((a, b) => a - b);
  return levels[Math.floor(pauses * levels.length)] ?? silence;
}

/** The finite figures that a filter tells of a sound file, in order. */
async function figures(
  ffmpegPath: string,
  { file, filter, key }: { file: string; filter: string; key: string },
  signal: AbortSignal,
): Promise<number[]> {
  const { code, stopped, stdout, log } = await runProgram(
    ffmpegPath,
    [
      ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-protocol_whitelist', 'file,pipe'],
      ...['-i', `file:${file}`, '-af', `${filter},ametadata=mode=print:key=${key}:file=-`, '-f', 'null', '-'],
    ],
    { background: true, signal, deadlineMilliseconds },
  );
  signal.throwIfAborted();
  if (stopped === 'deadline') throw new FfmpegError('timeout', 'ffmpeg took too long to measure sound', log);
  if (code !== 0) throw new FfmpegError('failed', 'ffmpeg could not measure sound', log);
  return stdout
    .split(`${key}=`)
    .slice(1)
    .map((part) => Number.parseFloat(part))
    .filter(Number.isFinite);
}
