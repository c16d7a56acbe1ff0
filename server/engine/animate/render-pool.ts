import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { AnimationJob, AnimationOutput, JobStage, AnalyzedJob } from './animation.ts';
import { RenderError } from './render-error.ts';
import { analyzePhoto } from './analysis.ts';
import type { FromWorker, ToWorker } from './worker-messages.ts';

export interface RenderPoolOptions {
  /** Heap limit of each worker; exceeding it ends that worker and its job, not the server. */
  readonly heapMegabytes?: number;
}

export interface RenderPool {
  /**
   * Analyzes the photo, then runs the job in a worker thread; concurrent jobs get a worker each. Rejects with
   * RenderError, or with the signal's reason once it is aborted. When it settles, no child process of the job is left.
   */
  run(
    job: AnimationJob,
    onProgress: (stage: JobStage, progress: number) => void,
    signal: AbortSignal,
  ): Promise<AnimationOutput>;
  /** Ends all running jobs, their child processes and all workers. */
  close(): Promise<void>;
}

/** How long an aborted worker may take to clean up after itself. */
const abortGraceMilliseconds = 2000;

/**
 * A pool of render workers. Finished workers are kept for the next job because their code is already JIT-compiled; idle
 * ones don't keep the process alive.
 */
export function createRenderPool({ heapMegabytes = 192 }: RenderPoolOptions = {}): RenderPool {
  const idle = new Set<Worker>();
  const busy = new Set<Promise<Outcome>>();
  const closing = new AbortController();

  const acquireWorker = (): Worker => {
    const [waiting] = idle;
    if (waiting) {
      idle.delete(waiting);
      waiting.ref();
      return waiting;
    }
    const worker = new Worker(new URL('./render-worker.ts', import.meta.url), {
      name: 'render',
      resourceLimits: { maxOldGenerationSizeMb: heapMegabytes },
    });
    return worker.on('exit', () => idle.delete(worker));
  };
  const release = (worker: Worker, healthy: boolean): void => {
    if (!healthy || closing.signal.aborted || idle.size > 0) {
      void worker.terminate();
      return;
    }
    idle.add(worker);
    worker.unref();
  };

  return {
    async run(job, onProgress, signal) {
      signal.throwIfAborted();
      if (closing.signal.aborted) throw new RenderError('aborted', 'The render pool is closed');
      onProgress('preparing', 0);
      const stopped = AbortSignal.any([signal, closing.signal]);
      const analyzed = await unlessAborted(analyzePhoto(job), stopped);
      const worker = acquireWorker();
      const conversation = converse(worker, { ...job, ...analyzed }, onProgress, stopped);
      busy.add(conversation);
      const outcome = await conversation;
      busy.delete(conversation);
      release(worker, outcome.type !== 'crashed');
      signal.throwIfAborted();
      if (outcome.type === 'done') return outcome.output;
      if (outcome.type === 'crashed')
        throw new RenderError('crashed', 'The render worker crashed', outcome.detail);
      throw new RenderError(outcome.failure.reason, outcome.failure.message, outcome.failure.detail);
    },
    async close() {
      closing.abort();
      await Promise.all(busy);
      await Promise.all([...idle].map((worker) => worker.terminate()));
    },
  };
}

/** Rejects as the work does, or with the signal's reason; abandoned work is left to finish by itself. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const over = new AbortController();
  const aborted = once(signal, 'abort', { signal: over.signal });
  // One of the two always stays pending after the race and may reject later.
  aborted.catch(() => undefined);
  work.catch(() => undefined);
  try {
    const result = await Promise.race([work, aborted]);
    signal.throwIfAborted();
    return result as T;
  } finally {
    over.abort();
  }
}

type Outcome = Extract<FromWorker, { type: 'done' | 'failed' }> | { type: 'crashed'; detail: string };

/** Runs one job on a worker and waits until it has ended, whatever the outcome. Never rejects. */
function converse(
  worker: Worker,
  job: AnalyzedJob,
  onProgress: (stage: JobStage, progress: number) => void,
  signal: AbortSignal,
): Promise<Outcome> {
  const children = new Set<number>();
  const post = (message: ToWorker): void => worker.postMessage(message);
  return new Promise((resolve) => {
    let crash = 'it ended by itself';
    let grace: NodeJS.Timeout | undefined;
    const onMessage = (message: FromWorker): void => {
      if (message.type === 'progress') onProgress(message.stage, message.progress);
      else if (message.type === 'child') trackChild(children, message.pid, message.running);
      else finish(message);
    };
    const onError = (error: unknown): void => {
      crash = String(error);
    };
    const onExit = (): void => {
      // The worker is gone and can no longer do this itself.
      for (const pid of children) killProcess(pid);
      finish({ type: 'crashed', detail: crash });
    };
    const onAbort = (): void => {
      post({ type: 'abort' });
      grace = setTimeout(() => void worker.terminate(), abortGraceMilliseconds);
    };
    const finish = (outcome: Outcome): void => {
      clearTimeout(grace);
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      signal.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
    signal.addEventListener('abort', onAbort, { once: true });
    post({ type: 'run', job });
  });
}

function trackChild(children: Set<number>, pid: number, running: boolean): void {
  if (running) children.add(pid);
  else children.delete(pid);
}

function killProcess(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has already exited.
  }
}
