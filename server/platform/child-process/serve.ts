import type { FromChild, ToChild } from './pool.ts';

/** What a pooled process may use while it works on one input. */
export interface WorkContext {
  /** Aborted when the caller no longer wants the output: a chance to clean up before the process is killed. */
  readonly signal: AbortSignal;
  readonly report: (progress: unknown) => void;
}

/**
 * Makes this process a pooled one: it works on one input at a time until it is killed, and ends with its parent and
 * everything that it has started. What `work` throws is thrown in the parent as a plain Error.
 */
export function servePool(work: (input: never, context: WorkContext) => Promise<unknown>): void {
  const send = (message: FromChild): void => void process.send?.(message);
  let abort = new AbortController();
  process.on('message', (message: ToChild) => {
    if ('abort' in message) return abort.abort();
    abort = new AbortController();
    const report = (progress: unknown): void => send({ progress });
    work(message.input as never, { signal: abort.signal, report }).then(
      (output) => send({ output }),
      (error: unknown) => send({ error: error instanceof Error ? error : new Error(String(error)) }),
    );
  });
  process.on('disconnect', () => {
    // The group is led by this process, so a negative id is all of it.
    if (process.platform !== 'win32') process.kill(-process.pid, 'SIGKILL');
    process.exit();
  });
}
