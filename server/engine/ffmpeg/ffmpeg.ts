import { createRequire } from 'node:module';
import { childEnvironment } from '#server/platform/child-process/processes.ts';
import { runProgram } from '#server/platform/child-process/program.ts';
import { oldestFfmpeg, readFfmpegAge } from './version.ts';

/** An ffmpeg that has been run once, is recent enough and can encode H.264. */
export interface Ffmpeg {
  readonly path: string;
  /** Where it was found: `FFMPEG_PATH`, the system's PATH, or an installed package. */
  readonly origin: 'setting' | 'system' | 'package';
  /** Its self-reported version, for example `5.1.6-0+deb12u1`. */
  readonly version: string;
}

/** `failed` is ffmpeg's own verdict; `killed` says nothing about its work: it crashed or was terminated externally. */
export type FfmpegFailure = 'unavailable' | 'failed' | 'killed' | 'timeout' | 'output-limit';

/** ffmpeg is missing, failed, took too long or wrote too much. The message is one line, `log` the output's tail. */
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

/** The usable ones found by this process, by setting and search path: running a candidate takes two processes. */
const found = new Map<string, Ffmpeg>();

/**
 * Finds an ffmpeg of `oldestFfmpeg` or newer with libx264: the one named by `setting` (FFMPEG_PATH), else the one on
 * PATH, else the one in an installed package. A named one that is unusable is an error and never silently replaced.
 * Remembers the one it found for as long as the process runs. Throws FfmpegError('unavailable') with one line that lists
 * what was tried.
 */
export async function findFfmpeg(setting?: string): Promise<Ffmpeg> {
  const key = JSON.stringify([setting, childEnvironment().PATH]);
  const ffmpeg = found.get(key) ?? (await tryCandidates(setting));
  found.set(key, ffmpeg);
  return ffmpeg;
}

async function tryCandidates(setting?: string): Promise<Ffmpeg> {
  if (setting !== undefined && setting !== '') {
    const named = await probe(setting, 'setting');
    if (typeof named === 'string')
      throw new FfmpegError('unavailable', `FFMPEG_PATH is ${setting}: ${named}`);
    return named;
  }
  const system = await probe('ffmpeg', 'system');
  if (typeof system !== 'string') return system;
  const path = packagedFfmpeg();
  const packaged =
    path === null ? `none for ${process.platform}-${process.arch}` : await probe(path, 'package');
  if (typeof packaged !== 'string') return packaged;
  const tried = `on PATH: ${system}; from npm: ${packaged}`;
  throw new FfmpegError('unavailable', `No usable ffmpeg (${tried}). ${howToInstall(process.platform)}`);
}

/** Path of the ffmpeg in the installed packages, or null: not every platform has one (decision 144). */
export function packagedFfmpeg(): string | null {
  try {
    const { resolve } = createRequire(import.meta.url);
    return resolve(`@ffmpeg-binary/${process.platform}-${process.arch}/ffmpeg`);
  } catch {
    return null;
  }
}

/** One sentence: how to install ffmpeg on a platform, as `process.platform` names it. */
export function howToInstall(platform: NodeJS.Platform): string {
  const commands: Partial<Record<NodeJS.Platform, string>> = {
    darwin: 'brew install ffmpeg',
    linux: 'on Debian and Ubuntu: apt-get install ffmpeg',
    win32: 'winget install Gyan.FFmpeg',
  };
  const command = commands[platform] ? ` (${commands[platform]})` : '';
  return `Install ffmpeg ${oldestFfmpeg} or newer${command}, or let FFMPEG_PATH name one.`;
}

/** Runs a candidate once. Returns a short reason if it is unusable. */
async function probe(path: string, origin: Ffmpeg['origin']): Promise<Ffmpeg | string> {
  const about = await capture(path, ['-hide_banner', '-version']);
  if (typeof about === 'string') return about;
  const { version, recent } = readFfmpegAge(about.text);
  if (version === '') return 'it does not say that it is ffmpeg';
  if (!recent) return `its version is ${version}, and ${oldestFfmpeg} or newer is needed`;
  const encoders = await capture(path, ['-hide_banner', '-loglevel', 'error', '-encoders']);
  if (typeof encoders === 'string') return encoders;
  if (!/\blibx264\b/.test(encoders.text)) return 'it has no libx264 encoder';
  return { path, origin, version };
}

async function capture(path: string, args: string[]): Promise<{ text: string } | string> {
  const { code, killedBy, startError, stdout } = await runProgram(path, args, {
    deadlineMilliseconds: 20_000,
  });
  if (startError)
    return 'code' in startError && startError.code === 'ENOENT' ? 'not found' : startError.message;
  return code === 0 ? { text: stdout } : `it does not run (${killedBy ?? `exit status ${code}`})`;
}
