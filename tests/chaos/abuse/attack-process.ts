import { fork } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import path from 'node:path';
import type { Orders, Report } from './attacker.ts';

/** An attack running in a separate process. */
export interface RunningAttack {
  /** Resolves with the next report that matches; rejects if the attack fails. */
  until(fits: (report: Report) => boolean): Promise<Report>;
  /** Its current report. */
  report(): Promise<Report>;
  stop(): Promise<void>;
}

/** Starts an attack. */
export function startAttack(orders: Orders): RunningAttack {
  const child = fork(path.join(import.meta.dirname, 'attacker.ts'), [], { execArgv: [] });
  const ended = once(child, 'exit');
  const reports = new EventEmitter<{ report: [Report] }>();
  // Registered permanently: messages without a listener would be buffered and delivered late.
  child.on('message', (report: Report) => reports.emit('report', report));

  async function until(fits: (report: Report) => boolean): Promise<Report> {
    const lost = ended.then((): [Report] => {
      throw new Error('the attacker has ended');
    });
    for (;;) {
      const [report] = await Promise.race([once(reports, 'report') as Promise<[Report]>, lost]);
      if (report.failure) throw new Error(`the attack failed: ${report.failure}`);
      if (fits(report)) return report;
    }
  }

  child.send(orders);
  return {
    until,
    async report() {
      const next = until(() => true);
      child.send('report');
      return next;
    },
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}
