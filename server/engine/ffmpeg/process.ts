import { rename, rm, stat } from 'node:fs/promises';
import { finished, type Writable } from 'node:stream';
import {
  type ProgramEnd,
  type RunningProgram,
  startProgram,
} from '#server/platform/child-process/program.ts';
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

/** Starts one ffmpeg run in the background (decision 072). */
export function startFfmpeg(job: FfmpegJob): FfmpegProcess {
  const unfinished = `${job.output}.part`;
  const program = startProgram(job.path, argumentsOf(job, unfinished), {
    background: true,
    signal: job.signal,
    deadlineMilliseconds: job.timeLimitSeconds * 1000,
  });
  reportFrames(program.stdout, job.onFrames);
  const done = settle(program, job, unfinished);
  // The caller awaits `done` only after its last write; until then a rejection must not count as unhandled.
  done.catch(() => undefined);
  return {
    pid: program.pid,
    write: (bytes) => writeAll(program.stdin, bytes),
    end: () => program.stdin.end(),
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
async function settle(program: RunningProgram, job: FfmpegJob, unfinished: string): Promise<void> {
  try {
    throwUnlessSuccessful(job, await program.ended, program.log());
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

function throwUnlessSuccessful(job: FfmpegJob, end: ProgramEnd, log: string): void {
  if (end.startError)
    throw new FfmpegError('unavailable', `ffmpeg does not start: ${end.startError.message}`);
  if (end.stopped === 'aborted') throw job.signal?.reason as Error;
  if (end.stopped === 'deadline')
    throw new FfmpegError('timeout', `ffmpeg took longer than ${job.timeLimitSeconds} s`, log);
  if (end.code === 0) return;
  const lastLine = log.trim().split('\n').at(-1) ?? '';
  const how = `ffmpeg ended with ${end.killedBy ?? `exit status ${end.code}`}`;
  throw new FfmpegError(end.killedBy ? 'killed' : 'failed', lastLine ? `${how}: ${lastLine}` : how, log);
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
