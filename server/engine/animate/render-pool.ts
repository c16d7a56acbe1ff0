import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createProcessPool, LostProcessError } from '#server/platform/child-process/pool.ts';
import { analyzePhoto } from './seeing/analysis.ts';
import type { AnimationJob, AnimationOutput, AnalyzedJob, JobProgress } from './animation.ts';
import { RenderError } from './render-error.ts';
import type { RenderResponse } from './render-process.ts';
import { milliseconds } from '#shared/durations.ts';

export interface RenderPoolOptions {
  /** Heap limit of each process; exceeding it ends that process and its job, not the server. */
  readonly heapMegabytes?: number;
}

export interface RenderPool {
  /**
   * Analyzes the photo, then runs the job in a process; concurrent jobs get a process each. Rejects with RenderError,
   * or with the signal's reason once it is aborted. When it settles, no child process of the job is left.
   */
  run(
    job: AnimationJob,
    onProgress: (progress: JobProgress) => void,
    signal: AbortSignal,
  ): Promise<AnimationOutput>;
  /** Ends all running jobs and all processes. */
  close(): Promise<void>;
}

/** A video takes seconds; each of its encoders has a time limit of its own, far below this one. */
const deadlineMilliseconds = 15 * milliseconds.minute;
/** A process that has finished is kept for the next job, because its code is already JIT-compiled. */
const idleMilliseconds = milliseconds.minute;

/** A pool of processes that draw and encode. The queue decides how many jobs run at once. */
export function createRenderPool({ heapMegabytes = 192 }: RenderPoolOptions = {}): RenderPool {
  const processes = createProcessPool<AnalyzedJob, RenderResponse, JobProgress>({
    script: fileURLToPath(new URL('./render-process.ts', import.meta.url)),
    flags: [`--max-old-space-size=${heapMegabytes}`],
    size: Number.POSITIVE_INFINITY,
    deadlineMilliseconds,
    idleMilliseconds,
    background: true,
  });
  return {
    async run(job, onProgress, signal) {
      signal.throwIfAborted();
      onProgress({ stage: 'preparing', progress: 0 });
      const ready = async () => ({ ...job, ...(await unlessAborted(analyzePhoto(job), signal)) });
      const response = await processes.run(ready, { onProgress, signal }).catch((error: unknown) => {
        if (!(error instanceof LostProcessError)) throw error;
        const reason = error.reason === 'closed' ? 'aborted' : 'crashed';
        throw new RenderError(reason, `Rendering was interrupted: ${error.message}`, error.log);
      });
      if ('output' in response) return response.output;
      const { reason, message, detail } = response.failure;
      throw new RenderError(reason, message, detail);
    },
    close: () => processes.close(),
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
