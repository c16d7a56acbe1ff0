import { spawn } from 'node:child_process';
import { rename, rm, stat } from 'node:fs/promises';
import { finished, type Writable } from 'node:stream';
import { childEnvironment } from '../../platform/child-environment.ts';
import { lowerPriority } from '../../platform/priority.ts';
import { FfmpegError } from './ffmpeg.ts';

export interface FfmpegJob {
  readonly path: string;
  /** Options and inputs, up to the last `-i`. `pipe:0` reads what `write` gets. Protocols: file and pipe only. */
  readonly input: readonly string[];
  /** Output options, including its format (`-f`). */
  readonly encode: readonly string[];
  /** The file appears here once it is complete, never before. */
  readonly output: string;
  /** The whole run is killed after this time. */
  readonly timeLimitSeconds: number;
  /** The run fails when its file reaches this size. */
  readonly maxOutputBytes: number;
  /** Largest single allocation that ffmpeg may make. */
  readonly maxAllocationBytes?: number;
  /** Aborting kills the process and removes the unfinished file. */
  readonly signal?: AbortSignal;
  /** Called with the number of frames encoded so far, which never falls. */
  readonly onFrames?: (frames: number) => void;
}

export interface FfmpegProcess {
  /** Undefined if it could not be started; `done` has the reason. */
  readonly pid: number | undefined;
  /**
   * Writes to ffmpeg's input. Resolves when `bytes` may be overwritten; also resolves once ffmpeg has exited, because
   * `done` reports the outcome.
   */
  write(bytes: Uint8Array): Promise<void>;
  /** Closes the input. */
  end(): void;
  /** Resolves when the output is complete; rejects with FfmpegError, or with the signal's reason after an abort. */
  readonly done: Promise<void>;
}

const logTailLength = 4000;

/**
 * Starts one ffmpeg run at a lower priority than the web server (decision 072). No shell is involved, and no settings
 * or secrets are in its environment.
 */
export function startFfmpeg(job: FfmpegJob): FfmpegProcess {
  const unfinished = `${job.output}.part`;
  const child = spawn(job.path, argumentsOf(job, unfinished), {
    env: childEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe'],
    windowsHide: true,
  });
  if (child.pid !== undefined) lowerPriority(child.pid);
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    log = (log + chunk).slice(-logTailLength);
  });
  reportFrames(child.stdout, job.onFrames);
  child.stdin.on('error', () => undefined);

  let stoppedBy: Error | undefined;
  const stop = (reason: Error): void => {
    stoppedBy ??= reason;
    child.kill('SIGKILL');
  };
  const onAbort = (): void => stop(job.signal?.reason as Error);
  const timer = setTimeout(
    () => stop(new FfmpegError('timeout', `ffmpeg took longer than ${job.timeLimitSeconds} s`, log)),
    job.timeLimitSeconds * 1000,
  );
  const ended = new Promise<void>((resolve, reject) => {
    child.on('error', (error) =>
      reject(new FfmpegError('unavailable', `ffmpeg does not start: ${error.message}`)),
    );
    child.on('close', (code, killedBy) => {
      if (stoppedBy) reject(stoppedBy);
      else if (code !== 0)
        reject(new FfmpegError(killedBy ? 'killed' : 'failed', describeExit(code, killedBy, log), log));
      else resolve();
    });
  });
  if (job.signal?.aborted) onAbort();
  job.signal?.addEventListener('abort', onAbort, { once: true });
  const done = settle(ended, job, unfinished).finally(() => {
    clearTimeout(timer);
    job.signal?.removeEventListener('abort', onAbort);
  });
  // The caller awaits `done` only after its last write; until then a rejection must not count as unhandled.
  done.catch(() => undefined);
  return {
    pid: child.pid,
    write: (bytes) => writeAll(child.stdin, bytes),
    end: () => child.stdin.end(),
    done,
  };
}

function argumentsOf(job: FfmpegJob, unfinished: string): string[] {
  return [
    ...['-hide_banner', '-nostdin', '-loglevel', 'error', '-y'],
    ...(job.maxAllocationBytes === undefined ? [] : ['-max_alloc', String(job.maxAllocationBytes)]),
    ...['-protocol_whitelist', 'file,pipe'],
    ...job.input,
    ...job.encode,
    ...['-fs', String(job.maxOutputBytes)],
    ...['-nostats', '-progress', 'pipe:1'],
    `file:${unfinished}`,
  ];
}

/** Renames the finished file, or removes an incomplete one. */
async function settle(ended: Promise<void>, job: FfmpegJob, unfinished: string): Promise<void> {
  try {
    await ended;
    const { size } = await stat(unfinished);
    // ffmpeg stops slightly below the limit without reporting an error.
    if (size > 0.98 * job.maxOutputBytes) {
      throw new FfmpegError('output-limit', `ffmpeg wrote more than ${job.maxOutputBytes} bytes`);
    }
    await rename(unfinished, job.output);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
}

function describeExit(code: number | null, killedBy: NodeJS.Signals | null, log: string): string {
  const lastLine = log.trim().split('\n').at(-1) ?? '';
  return `ffmpeg ended with ${killedBy ?? `exit status ${code}`}${lastLine ? `: ${lastLine}` : ''}`;
}

function reportFrames(stdout: NodeJS.ReadableStream, onFrames: FfmpegJob['onFrames']): void {
  let frames = 0;
  stdout.setEncoding('utf8');
  stdout.on('data', (chunk: string) => {
    const latest = Math.max(0, ...[...chunk.matchAll(/^frame=\s*(\d+)/gm)].map((match) => Number(match[1])));
    if (latest <= frames) return;
    frames = latest;
    onFrames?.(frames);
  });
}

function writeAll(stdin: Writable, bytes: Uint8Array): Promise<void> {
  if (stdin.destroyed || stdin.writableEnded) return Promise.resolve();
  return new Promise((resolve) => {
    const stopWatching = finished(stdin, { readable: false }, () => resolve());
    stdin.write(bytes, () => {
      stopWatching();
      resolve();
    });
  });
}
