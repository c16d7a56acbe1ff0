import { parentPort } from 'node:worker_threads';
import { FfmpegError } from '../ffmpeg/ffmpeg.ts';
import { lowerPriority } from '../../platform/priority.ts';
import type { AnalyzedJob } from './animation.ts';
import { runAnimationJob, UnreadablePhotoError } from './animation-job.ts';
import type { FromWorker, JobFailure, ToWorker } from './worker-messages.ts';

/** The thread in which a render pool runs its jobs: receives ToWorker messages, posts FromWorker messages. */

// On other platforms this would lower the whole process's priority, including the web server's.
if (process.platform === 'linux') lowerPriority();

let running: AbortController | undefined;

function send(message: FromWorker): void {
  parentPort?.postMessage(message);
}

parentPort?.on('message', (message: ToWorker) => {
  if (message.type === 'abort') running?.abort();
  else void run(message.job);
});

async function run(job: AnalyzedJob): Promise<void> {
  const abort = new AbortController();
  running = abort;
  try {
    const output = await runAnimationJob(
      job,
      {
        onProgress: (stage, progress) => send({ type: 'progress', stage, progress }),
        onChild: (pid, isRunning) => send({ type: 'child', pid, running: isRunning }),
      },
      abort.signal,
    );
    send({ type: 'done', output });
  } catch (error) {
    send({ type: 'failed', failure: describe(error, abort.signal.aborted) });
  } finally {
    running = undefined;
  }
}

function describe(error: unknown, aborted: boolean): JobFailure {
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  if (aborted) return { reason: 'aborted', message, detail: '' };
  if (error instanceof UnreadablePhotoError)
    return { reason: 'unreadable-photo', message, detail: String(error.cause) };
  if (error instanceof FfmpegError) return { reason: error.reason, message, detail: error.log };
  return { reason: 'internal', message, detail: stack };
}
