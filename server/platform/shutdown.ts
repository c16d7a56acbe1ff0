import type { Logger } from './logging/logger.ts';

/** A stop must be complete by then, even if something hangs. */
const deadlineMilliseconds = 30_000;

/** A signal this long after the first one comes from an impatient person. */
const forceExitMilliseconds = 5_000;

export interface Shutdown {
  /** Aborts on the first signal: a start in progress goes no further. */
  stopping: AbortSignal;
  /** Returns `start`. A stop waits for it to settle before the steps run. */
  after<T>(start: Promise<T>): Promise<T>;
  /** Registers a step; steps run sequentially, the last registered first. */
  add(name: string, step: () => Promise<void> | void): void;
  /** Registers a synchronous function to run if the process ends without its steps. */
  addLastResort(cleanup: () => void): void;
  /** Runs all steps once; further calls wait for the same run. */
  run(): Promise<void>;
}

/**
 * Stops the process gracefully on SIGTERM, SIGINT or SIGHUP, and ends it within 30 seconds. A failing step is logged
 * and the next one runs. Further signals are ignored at first, because a terminal and npm both forward the same Ctrl-C.
 * One that arrives after 5 seconds ends the process immediately, through the last resort.
 */
export function createShutdown(logger: Logger): Shutdown {
  const steps: { name: string; step: () => Promise<void> | void }[] = [];
  const lastResorts: (() => void)[] = [];
  const stopping = new AbortController();
  let starting: Promise<unknown> = Promise.resolve();
  let running: Promise<void> | null = null;
  let since = Number.NaN;

  async function runSteps(): Promise<void> {
    for (const { name, step } of steps.reverse()) {
      try {
        await step();
      } catch (error) {
        logger.error({ err: error, step: name }, 'a shutdown step failed');
      }
    }
  }

  const shutdown: Shutdown = {
    stopping: stopping.signal,
    after(start) {
      starting = start;
      return start;
    },
    add: (name, step) => steps.push({ name, step }),
    addLastResort: (resort) => lastResorts.push(resort),
    run: () => (running ??= runSteps()),
  };

  function abandon(reason: string): never {
    logger.error(reason);
    for (const resort of lastResorts) resort();
    process.exit(1);
  }

  async function stop(): Promise<void> {
    const deadline = setTimeout(() => abandon('the stop took too long'), deadlineMilliseconds);
    await starting.catch(() => {});
    await shutdown.run();
    clearTimeout(deadline);
    process.exit(0);
  }

  function onSignal(signal: NodeJS.Signals): void {
    if (stopping.signal.aborted) {
      if (performance.now() - since > forceExitMilliseconds) abandon('stopped in the middle of the stop');
      return;
    }
    logger.info({ signal }, 'stopping');
    since = performance.now();
    stopping.abort();
    void stop();
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
  return shutdown;
}
