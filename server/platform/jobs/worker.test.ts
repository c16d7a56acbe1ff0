import { expect, test } from 'vitest';
import { createLogger } from '../logging/logger.ts';
import { defineSchedule, everyMinute, type JobKind } from './definition.ts';
import type { JobQueue } from './queue.ts';
import { startWorkers } from './worker.ts';

const mailing: JobKind<object> = {
  name: 'send-mail',
  retry: { limit: 0 },
  keepSeconds: 60,
  concurrency: { perProcess: 1 },
  isAwaited: true,
  run: () => Promise.resolve(),
};
const cleaning = defineSchedule({ name: 'clean-up', ...everyMinute, run: () => Promise.resolve() });

/** A queue that only notes what it is asked for, with a schedule of an earlier release. */
function fakeQueue() {
  const asked: string[] = [];
  const note = (name: string, of: unknown) => Promise.resolve(void asked.push(`${name} ${String(of)}`));
  const queue = {
    getSchedules: () => Promise.resolve([{ name: 'former', cron: '0 * * * *' }]),
    schedule: (name: string) => note('schedule', name),
    unschedule: (name: string) => note('unschedule', name),
    deleteQueuedJobs: (name: string) => note('empty', name),
    work: (name: string, { pollingIntervalSeconds }: { pollingIntervalSeconds: number }) =>
      note(`work every ${pollingIntervalSeconds} s on`, name),
  };
  return { asked, queue: queue as unknown as JobQueue };
}

const signals = { stopping: new AbortController().signal, draining: new AbortController().signal };
const catalogue = { jobs: [mailing], schedules: [cleaning] };

test('the schedules are set before workers take the connections of the queue', async () => {
  const { asked, queue } = fakeQueue();
  await startWorkers(catalogue, { queue, logger: createLogger('silent') }, signals);
  expect(asked).toEqual([
    ...['schedule clean-up', 'unschedule former', 'empty former'],
    ...['work every 2 s on send-mail', 'work every 5 s on clean-up'],
  ]);
});

test('how often awaited jobs are looked for can be chosen', async () => {
  const { asked, queue } = fakeQueue();
  await startWorkers(catalogue, { queue, logger: createLogger('silent') }, signals, { pollAwaited: 0.5 });
  expect(asked).toContain('work every 0.5 s on send-mail');
  expect(asked).toContain('work every 5 s on clean-up');
});
