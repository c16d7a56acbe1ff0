import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import pLimit from 'p-limit';
import { giveWay } from './priority.ts';

/** Work that a process did not survive: it took too long and was killed, or it brought the process down. */
export class LostProcessError extends Error {
  override readonly name = 'LostProcessError';
  readonly reason: 'deadline' | 'crashed';
  constructor(reason: LostProcessError['reason']) {
    super(reason === 'deadline' ? 'the process was killed at its deadline' : 'the process ended by itself');
    this.reason = reason;
  }
}

export interface ProcessPoolOptions {
  /** The module that a process runs: it answers each `message` with one `process.send`. */
  script: string;
  /** Flags of Node's for it. */
  flags?: readonly string[];
  /** Variables for it. */
  env?: Readonly<Record<string, string>>;
  /** How many processes may work at once. */
  size: number;
  /** What has not answered after this long is killed, wherever it is: also in native code that can't be interrupted. */
  deadlineMilliseconds: number;
  /** How long a process without work stays for the next. */
  idleMilliseconds: number;
  /** True for work that nobody sits and waits for: it gives way to what answers pages. */
  background?: boolean;
}

export interface ProcessPool<Input, Output> {
  /**
   * Has one process do this work as soon as one is free, in the order of calls; `read` is asked for its input then, and
   * not before. Throws LostProcessError, or what `read` throws.
   */
  run(read: () => Promise<Input>): Promise<Output>;
  /** Starts a process, unless one is there: for work that is known to come. */
  warm(): void;
}

/**
 * Processes for work that may hang or crash. They inherit no setting and no secret, keep nobody alive who waits for
 * nothing, and end with this process, however that ends.
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
    if (background && child.pid !== undefined) giveWay(child.pid);
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

  function hire(): ChildProcess {
    const waiting = idle.pop();
    if (!waiting) return start();
    clearTimeout(waiting.retirement);
    waiting.child.ref();
    waiting.child.channel?.ref();
    return waiting.child;
  }

  async function work(input: Input): Promise<Output> {
    const child = hire();
    const over = new AbortController();
    const deadline = setTimeout(() => child.kill('SIGKILL'), deadlineMilliseconds);
    const started = performance.now();
    try {
      const answered = once(child, 'message', { signal: over.signal });
      const ended = once(child, 'exit', { signal: over.signal });
      // Of the two, one is always left waiting; that a process is gone shows by its exit.
      answered.catch(() => {});
      ended.catch(() => {});
      child.send(input as object, () => {});
      const answer = await Promise.race([answered, ended.then(() => null)]);
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
