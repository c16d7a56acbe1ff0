import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import pLimit from 'p-limit';
import { lowerPriority } from './priority.ts';

/**
 * Work that was lost with its process: it took too long and was killed, it crashed the process, or the machine could not
 * start one.
 */
export class LostProcessError extends Error {
  override readonly name = 'LostProcessError';
  readonly reason: 'deadline' | 'crashed' | 'not-started';
  constructor(reason: LostProcessError['reason'], options?: ErrorOptions) {
    super(messages[reason], options);
    this.reason = reason;
  }
}

const messages = {
  deadline: 'the process was killed at its deadline',
  crashed: 'the process ended by itself',
  'not-started': 'the process could not be started',
};

export interface ProcessPoolOptions {
  /** The module that each process runs: it responds to each `message` with one `process.send`. */
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

export interface ProcessPool<Input, Output> {
  /**
   * Runs this work in one process as soon as one is free, in call order; `read` is called for its input only then.
   * Throws LostProcessError, or what `read` throws.
   */
  run(read: () => Promise<Input>): Promise<Output>;
  /** Starts a process unless one is running, for work that is about to come. Nothing happens if that fails. */
  warm(): void;
}

/**
 * A pool of processes for work that may hang or crash. They inherit no settings or secrets, don't keep this process
 * alive while idle, and end with it, however it ends.
 */
export function createProcessPool<Input, Output>({
  script,
  flags = [],
  env = {},
  size,
  deadlineMilliseconds,
  idleMilliseconds,
  background = false,
}: ProcessPoolOptions): ProcessPool<Input, Output> {
  const limit = pLimit(size);
  const idle: { child: ChildProcess; retirement: NodeJS.Timeout }[] = [];

  function start(): ChildProcess {
    const child = fork(script, [], {
      serialization: 'advanced',
      execArgv: [...flags],
      env: { ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    // An event without a listener would end this process, such as EAGAIN while the machine has no room for another one.
    child.on('error', () => forget(child));
    if (background && child.pid !== undefined) lowerPriority(child.pid);
    return child.once('exit', () => forget(child));
  }

  function retire(child: ChildProcess): void {
    child.unref();
    child.channel?.unref();
    const retirement = setTimeout(() => {
      forget(child);
      child.kill('SIGKILL');
    }, idleMilliseconds);
    retirement.unref();
    idle.push({ child, retirement });
  }

  function forget(child: ChildProcess): void {
    const index = idle.findIndex((each) => each.child === child);
    if (index !== -1) clearTimeout(idle.splice(index, 1)[0]?.retirement);
  }

  function acquireProcess(): ChildProcess {
    const waiting = idle.pop();
    if (!waiting) return start();
    clearTimeout(waiting.retirement);
    waiting.child.ref();
    waiting.child.channel?.ref();
    return waiting.child;
  }

  async function work(input: Input): Promise<Output> {
    const child = acquireProcess();
    const over = new AbortController();
    const deadline = setTimeout(() => child.kill('SIGKILL'), deadlineMilliseconds);
    const started = performance.now();
    try {
      const answered = once(child, 'message', { signal: over.signal });
      const ended = once(child, 'exit', { signal: over.signal });
      // One of the two always stays pending and may reject later; a lost process is detected by its exit.
      answered.catch(() => {});
      ended.catch(() => {});
      child.send(input as object, () => {});
      const answer = await Promise.race([answered, ended.then(() => null)]).catch((cause: unknown) => {
        throw new LostProcessError(child.pid === undefined ? 'not-started' : 'crashed', { cause });
      });
      if (!answer) {
        const late = performance.now() - started >= deadlineMilliseconds;
        throw new LostProcessError(late ? 'deadline' : 'crashed');
      }
      retire(child);
      return answer[0] as Output;
    } finally {
      clearTimeout(deadline);
      over.abort();
    }
  }

  return {
    run: (read) => limit(async () => work(await read())),
    warm() {
      if (idle.length === 0 && limit.activeCount < size) retire(start());
    },
  };
}
