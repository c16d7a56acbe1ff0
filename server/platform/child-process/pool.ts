import { type ChildProcess, fork } from 'node:child_process';
import type { Socket } from 'node:net';
import pLimit from 'p-limit';
import { killTree, keepTail } from './processes.ts';
import { lowerPriority } from './priority.ts';

const reasons = {
  deadline: 'the process was killed at its deadline',
  crashed: 'the process ended by itself',
  'not-started': 'the process could not be started',
  closed: 'the pool is closed',
};

/** Work that was lost with its process. */
export class LostProcessError extends Error {
  override readonly name = 'LostProcessError';
  readonly reason: keyof typeof reasons;
  /** The last 4,000 characters of the process's standard error. */
  readonly log: string;
  constructor(reason: LostProcessError['reason'], log = '', options?: ErrorOptions) {
    super(reasons[reason], options);
    this.reason = reason;
    this.log = log;
  }
}

/** Messages to a pooled process. It works on one input at a time. */
export type ToChild = { readonly input: unknown } | { readonly abort: true };
/** Messages from a pooled process. An outcome ends the work. */
export type FromChild = { readonly progress: unknown } | Outcome;
type Outcome = { readonly output: unknown } | { readonly error: Error };

export interface ProcessPoolOptions {
  /** The module that each process runs: it calls `servePool`. */
  script: string;
  /** Node flags for each process. */
  flags?: readonly string[];
  /** Environment variables for each process. */
  env?: Readonly<Record<string, string>>;
  /** The maximum number of concurrent processes. */
  size: number;
  /** Work that takes longer than this is killed, even inside native code that can't be interrupted. */
  deadlineMilliseconds: number;
  /** How long an idle process is kept for the next work. */
  idleMilliseconds: number;
  /** True for work that no user is waiting for: runs at a lower priority than the web server. */
  background?: boolean;
}

export interface RunOptions<Progress> {
  /** Aborting asks the process to stop, and kills it if it has not done so after two seconds. */
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
}

export interface ProcessPool<Input, Output, Progress = never> {
  /**
   * Runs this work in one process as soon as one is free, in call order; `read` is called for its input only then.
   * Throws LostProcessError, the signal's reason, what `read` throws, or an Error with the message and stack of what
   * the process threw. Once it settles after an abort or a loss, nothing that the process started is left.
   */
  run(read: () => Promise<Input>, options?: RunOptions<Progress>): Promise<Output>;
  /** Starts a process unless one is running, for work that is about to come. Nothing happens if that fails. */
  warm(): void;
  /** Aborts what is running, waits for it and ends all processes. Later work is lost as `closed`. */
  close(): Promise<void>;
}

/** How long aborted work may take to clean up after itself. */
const abortGraceMilliseconds = 2000;

interface PooledProcess {
  readonly child: ChildProcess;
  readonly log: () => string;
  retirement?: NodeJS.Timeout;
}

/**
 * A pool of processes for work that may hang or crash. They inherit no settings or secrets, don't keep this process
 * alive while idle, and end with it, however it ends, together with everything that they have started.
 */
export function createProcessPool<Input, Output, Progress = never>(
  options: ProcessPoolOptions,
): ProcessPool<Input, Output, Progress> {
  const limit = pLimit(options.size);
  const idle: PooledProcess[] = [];
  const running = new Set<Promise<unknown>>();
  const closing = new AbortController();

  function start(): PooledProcess {
    const started = forkProcess(options);
    // An event without a listener would end this process, such as EAGAIN while the machine has no room for another one.
    started.child.on('error', () => forget(started)).once('exit', () => forget(started));
    return started;
  }

  function retire(pooled: PooledProcess): void {
    refer(pooled, 'unref');
    pooled.retirement = setTimeout(() => end(pooled), options.idleMilliseconds).unref();
    idle.push(pooled);
  }

  function forget(pooled: PooledProcess): void {
    clearTimeout(pooled.retirement);
    const index = idle.indexOf(pooled);
    if (index !== -1) idle.splice(index, 1);
  }

  function end(pooled: PooledProcess): void {
    forget(pooled);
    killTree(pooled.child);
  }

  function acquireProcess(): PooledProcess {
    const waiting = idle.pop();
    if (!waiting) return start();
    clearTimeout(waiting.retirement);
    refer(waiting, 'ref');
    return waiting;
  }

  async function work(input: Input, { signal, onProgress }: RunOptions<Progress>): Promise<Output> {
    signal?.throwIfAborted();
    if (closing.signal.aborted) throw new LostProcessError('closed');
    const stop = signal ? AbortSignal.any([closing.signal, signal]) : closing.signal;
    const pooled = acquireProcess();
    const { deadlineMilliseconds } = options;
    try {
      // What a process sends has no type: its script and this pool's type arguments have to agree.
      const report = onProgress as Conversation['onProgress'];
      const outcome = await converse(pooled, { input, stop, deadlineMilliseconds, onProgress: report });
      retire(pooled);
      signal?.throwIfAborted();
      if (closing.signal.aborted) throw new LostProcessError('closed');
      if ('error' in outcome) throw outcome.error;
      return outcome.output as Output;
    } catch (error) {
      if (error instanceof LostProcessError) end(pooled);
      signal?.throwIfAborted();
      throw error;
    }
  }

  return {
    async run(read, run = {}) {
      const result = limit(async () => work(await read(), run));
      running.add(result);
      try {
        return await result;
      } finally {
        running.delete(result);
      }
    },
    warm() {
      if (idle.length === 0 && limit.activeCount < options.size) retire(start());
    },
    async close() {
      closing.abort();
      await Promise.allSettled(running);
      for (const pooled of [...idle]) end(pooled);
    },
  };
}

function forkProcess({
  script,
  flags = [],
  env = {},
  background = false,
}: ProcessPoolOptions): PooledProcess {
  const child = fork(script, [], {
    serialization: 'advanced',
    execArgv: [...flags],
    env: { ...env },
    // On Windows a detached process would open a window.
    detached: process.platform !== 'win32',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  if (background && child.pid !== undefined) lowerPriority(child.pid);
  return { child, log: keepTail(child.stderr!) };
}

/** Whether this process waits for the child before it ends by itself. */
function refer({ child }: PooledProcess, change: 'ref' | 'unref'): void {
  child[change]();
  child.channel?.[change]();
  (child.stderr as Socket | null)?.[change]();
}

interface Conversation {
  readonly input: unknown;
  readonly stop: AbortSignal;
  readonly deadlineMilliseconds: number;
  readonly onProgress: ((progress: unknown) => void) | undefined;
}

/** Gives a process its input and waits for the outcome. Throws LostProcessError. */
function converse(
  { child, log }: PooledProcess,
  { input, stop, deadlineMilliseconds, onProgress }: Conversation,
): Promise<Outcome> {
  const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
  const send = (message: ToChild): void => void child.send(message, () => undefined);
  let late = false;
  let grace: NodeJS.Timeout | undefined;
  const deadline = setTimeout(() => {
    late = true;
    killTree(child);
  }, deadlineMilliseconds);
  const onMessage = (message: FromChild): void => {
    if ('progress' in message) onProgress?.(message.progress);
    else resolve(message);
  };
  const onExit = (): void => reject(new LostProcessError(late ? 'deadline' : 'crashed', log()));
  const onError = (cause: Error): void =>
    reject(new LostProcessError(child.pid === undefined ? 'not-started' : 'crashed', log(), { cause }));
  const onAbort = (): void => {
    send({ abort: true });
    grace = setTimeout(() => killTree(child), abortGraceMilliseconds);
  };
  child.on('message', onMessage).on('exit', onExit).on('error', onError);
  stop.addEventListener('abort', onAbort, { once: true });
  send({ input });
  return promise.finally(() => {
    clearTimeout(deadline);
    clearTimeout(grace);
    child.off('message', onMessage).off('exit', onExit).off('error', onError);
    stop.removeEventListener('abort', onAbort);
  });
}
