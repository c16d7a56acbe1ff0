import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { until } from '../waiting.ts';
import type { Orders, Report } from './attacker.ts';

/** An attack running in a separate process. */
export interface RunningAttack {
  /** Resolves with a report once one is as described by `what`; rejects if the attack fails. */
  reached(what: string, fits: (report: Report) => boolean): Promise<Report>;
  /** Its current report. */
  report(): Promise<Report>;
  stop(): Promise<void>;
}

/** Starts an attack. */
export function startAttack(orders: Orders): RunningAttack {
  const child = fork(path.join(import.meta.dirname, 'attacker.ts'), [], { execArgv: [] });
  const exit = once(child, 'exit');
  const lost = exit.then((): never => {
    throw new Error('the attacker has ended');
  });
  lost.catch(() => {});
  const failed = new Promise<never>((_resolve, reject) => {
    child.on('message', ({ failure }: Report) => {
      if (failure) reject(new Error(`the attack failed: ${failure}`));
    });
  });
  failed.catch(() => {});

  async function report(): Promise<Report> {
    const next = once(child, 'message') as Promise<[Report]>;
    child.send('report');
    return (await Promise.race([next, failed, lost]))[0];
  }

  child.send(orders);
  return {
    report,
    async reached(what, fits) {
      let latest = await report();
      await until(what, async () => {
        latest = await report();
        return fits(latest);
      });
      return latest;
    },
    async stop() {
      child.kill('SIGKILL');
      await exit;
    },
  };
}
