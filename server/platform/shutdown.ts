import type { Logger } from './logger.ts';

/** A stop must be over by then, whatever hangs. */
const deadlineMilliseconds = 30_000;

export interface Shutdown {
  /** Registers a step; steps run one after the other, the last registered first. */
  add(name: string, step: () => Promise<void> | void): void;
  /** Runs all steps once; further calls wait for the same run. */
  run(): Promise<void>;
}

/**
 * Stops the process in order at SIGTERM, SIGINT or SIGHUP, and ends it within 30 seconds. A step that fails is logged
 * and the next one runs. A second signal ends the process at once.
 */
export function createShutdown(logger: Logger): Shutdown {
  const steps: { name: string; step: () => Promise<void> | void }[] = [];
  let running: Promise<void> | null = null;

  async function runSteps(): Promise<void> {
    for (const { name, step } of steps.reverse()) {
      try {
        await step();
      } catch (error) {
        logger.error({ err: error, step: name }, 'a step of the stop failed');
      }
    }
  }

  const shutdown: Shutdown = {
    add: (name, step) => steps.push({ name, step }),
    run: () => (running ??= runSteps()),
  };

  function onSignal(signal: NodeJS.Signals): void {
    if (running) process.exit(1);
    logger.info({ signal }, 'stopping');
    const deadline = setTimeout(() => {
      logger.error('the stop took too long');
      process.exit(1);
    }, deadlineMilliseconds);
    void shutdown.run().then(() => {
      clearTimeout(deadline);
      process.exit(0);
    });
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, onSignal);
  return shutdown;
}
