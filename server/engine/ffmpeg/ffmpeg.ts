import { execFile, type ExecFileException } from 'node:child_process';
import { chmod } from 'node:fs/promises';
import { promisify } from 'node:util';

/** An ffmpeg that has been run once and can encode H.264. */
export interface Ffmpeg {
  readonly path: string;
  /** Where it was found: `FFMPEG_PATH`, the machine's own, or the one from npm. */
  readonly origin: 'setting' | 'system' | 'package';
  /** As it names itself, for example `5.1.6-0+deb12u1`. */
  readonly version: string;
}

/** `failed` is ffmpeg's own verdict on its work; `killed` tells nothing about it: it crashed or was ended from outside. */
export type FfmpegFailure = 'unavailable' | 'failed' | 'killed' | 'timeout' | 'output-limit';

/** ffmpeg is missing, ended badly, took too long or wrote too much. The message is one line; `log` is the tail of what it said. */
export class FfmpegError extends Error {
  override readonly name = 'FfmpegError';
  readonly reason: FfmpegFailure;
  readonly log: string;
  constructor(reason: FfmpegFailure, message: string, log = '', options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
    this.log = log;
  }
}

/**
 * Finds an ffmpeg with libx264: the one that `setting` (FFMPEG_PATH) names, or else the one on PATH, or else npm's.
 * A named one that does not serve is an error, never replaced in silence.
 * Throws FfmpegError('unavailable') with one line that says what was tried.
 */
export async function findFfmpeg(setting?: string): Promise<Ffmpeg> {
  if (setting !== undefined && setting !== '') {
    const named = await probe(setting, 'setting');
    if (typeof named === 'string')
      throw new FfmpegError('unavailable', `FFMPEG_PATH is ${setting}: ${named}`);
    return named;
  }
  const system = await probe('ffmpeg', 'system');
  if (typeof system !== 'string') return system;
  const packaged = await findPackaged();
  if (typeof packaged !== 'string') return packaged;
  const advice = 'Install ffmpeg, or let FFMPEG_PATH name one.';
  throw new FfmpegError(
    'unavailable',
    `No usable ffmpeg (on PATH: ${system}; from npm: ${packaged}). ${advice}`,
  );
}

async function findPackaged(): Promise<Ffmpeg | string> {
  let path: string;
  try {
    ({ path } = (await import('@ffmpeg-installer/ffmpeg')).default);
  } catch (error) {
    return `not installed (${String(error).split('\n')[0]})`;
  }
  // Install scripts are not run, and it is one of them that would set the executable bit.
  await chmod(path, 0o755).catch(() => undefined);
  return probe(path, 'package');
}

/** Runs a candidate once. Answers the reason, in a few words, why it does not serve. */
async function probe(path: string, origin: Ffmpeg['origin']): Promise<Ffmpeg | string> {
  const about = await capture(path, ['-hide_banner', '-version']);
  if (typeof about === 'string') return about;
  const encoders = await capture(path, ['-hide_banner', '-loglevel', 'error', '-encoders']);
  if (typeof encoders === 'string') return encoders;
  if (!/\blibx264\b/.test(encoders.text)) return 'it has no libx264 encoder';
  return { path, origin, version: /version (\S+)/.exec(about.text)?.[1] ?? 'unknown' };
}

const execute = promisify(execFile);

async function capture(path: string, args: string[]): Promise<{ text: string } | string> {
  try {
    return { text: (await execute(path, args, { timeout: 20_000, maxBuffer: 4_000_000 })).stdout };
  } catch (error) {
    const { code, signal, message } = error as ExecFileException;
    if (code === 'ENOENT') return 'not found';
    return signal || typeof code === 'number'
      ? `it does not run (${signal ?? `exit status ${code}`})`
      : message;
  }
}
