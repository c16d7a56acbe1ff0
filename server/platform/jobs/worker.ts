import type { JobWithMetadata } from 'pg-boss';
import type { Logger } from '../logging/logger.ts';
import { emit, startTimer } from '../logging/telemetry.ts';
import { withSpan } from '../logging/tracing.ts';
import {
  type Catalogue,
  type Concurrency,
  deadNameOf,
  type Job,
  type JobKind,
  type ScheduleDefinition,
} from './definition.ts';
import type { Traced } from './enqueue.ts';
import type { JobQueue } from './queue.ts';

export interface WorkerDeps {
  queue: JobQueue;
  logger: Logger;
}

/** What ends jobs when a process shuts down; see `Job`. */
export interface WorkerSignals {
  stopping: AbortSignal;
  draining: AbortSignal;
}

/**
 * New jobs are announced by a notification; retries that become due wait for a poll, as do all jobs where notifications
 * don't arrive.
 */
const polling = (seconds: number) => ({
  pollingIntervalSeconds: seconds,
  notifyPollingIntervalSeconds: seconds,
});
const awaitedSeconds = 2;
const inBackground = polling(5);
/** Schedules retry after a minute, if at all. */
const scheduled = { pollingIntervalSeconds: 5, notifyPollingIntervalSeconds: 30 };

const oneAtOnce: Concurrency = { perProcess: 1 };

export interface WorkerOptions {
  /** How often to look for jobs that somebody waits for, in seconds; at least half a second. */
  pollAwaited?: number;
}

/** Starts workers for all kinds of jobs and all schedules of a catalogue. */
export async function startWorkers<Deps extends WorkerDeps>(
  { jobs, schedules }: Catalogue<Deps>,
  deps: Deps,
  signals: WorkerSignals,
  { pollAwaited = awaitedSeconds }: WorkerOptions = {},
): Promise<void> {
  // Before there are workers: all of them look for jobs at once, and on a busy machine nothing else gets one of the
  // queue's few connections in time.
  await setSchedules(deps.queue, schedules);
  for (const kind of jobs) await workOn(kind, deps, signals, polling(pollAwaited));
  for (const schedule of schedules) await workOnSchedule(schedule, deps, signals);
}

async function workOn<Deps extends WorkerDeps>(
  { name, concurrency, isAwaited = false, run, whenExhausted }: JobKind<Deps>,
  deps: Deps,
  { stopping, draining }: WorkerSignals,
  awaited: ReturnType<typeof polling>,
): Promise<void> {
  const handle = (job: JobWithMetadata) => {
    const signal = AbortSignal.any([job.signal, stopping]);
    const { data, priority } = job;
    const isLastAttempt = job.retryCount >= job.retryLimit;
    return run(deps, { data, priority, isLastAttempt, signal, draining } satisfies Job<object> as Job<never>);
  };
  const limits = typeof concurrency === 'function' ? concurrency(deps) : concurrency;
  await work(deps, name, { ...limits, ...(isAwaited ? awaited : inBackground) }, handle);
  if (!whenExhausted) return;
  await work(deps, deadNameOf(name), { ...oneAtOnce, ...awaited }, (job) =>
    whenExhausted(deps, job.data as never),
  );
}

async function workOnSchedule<Deps extends WorkerDeps>(
  { name, run }: ScheduleDefinition<Deps>,
  deps: Deps,
  { stopping }: WorkerSignals,
): Promise<void> {
  await work(deps, name, { ...oneAtOnce, ...scheduled, isRoutine: true }, (job) =>
    run(deps, AbortSignal.any([job.signal, stopping])),
  );
}

/** Sets the times of all schedules, and removes those of earlier releases with their waiting runs. */
async function setSchedules(queue: JobQueue, schedules: readonly ScheduleDefinition<never>[]): Promise<void> {
  const known = new Map((await queue.getSchedules()).map(({ name, cron }) => [name, cron]));
  for (const { name, cron } of schedules) {
    if (known.get(name) !== cron) await queue.schedule(name, cron);
    known.delete(name);
  }
  for (const name of known.keys()) {
    await queue.unschedule(name);
    await queue.deleteQueuedJobs(name);
  }
}

interface WorkOptions extends Concurrency {
  pollingIntervalSeconds: number;
  notifyPollingIntervalSeconds: number;
  /** Its success is not worth a line in the log. */
  isRoutine?: boolean;
}

async function work(
  { queue, logger }: WorkerDeps,
  name: string,
  { perProcess, total, perPerson, isRoutine = false, ...intervals }: WorkOptions,
  handle: (job: JobWithMetadata) => Promise<void>,
): Promise<void> {
  const options = {
    ...intervals,
    includeMetadata: true,
    localConcurrency: perProcess,
    ...(total === undefined ? {} : { groupConcurrency: total }),
    ...(perPerson === undefined ? {} : { localGroupConcurrency: perPerson }),
  } as const;
  await queue.work<object, void, typeof options>(name, options, async (batch) => {
    for (const job of batch) {
      const log = logger.child({ queue: name, jobId: job.id, attempt: job.retryCount + 1 });
      const seconds = startTimer();
      const ended = (outcome: 'done' | 'failed') =>
        emit('job-ended', { queue: name, outcome, seconds: seconds() });
      try {
        // Scheduled jobs have no data.
        const cause = (job.data as Traced | null)?.trace;
        const attributes = {
          'messaging.destination.name': name,
          'messaging.message.id': job.id,
          'memori.attempt': job.retryCount + 1,
        };
        await withSpan(`job ${name}`, { kind: 'CONSUMER', attributes, cause }, () => handle(job));
        ended('done');
        log[isRoutine ? 'debug' : 'info']({ milliseconds: Math.round(seconds() * 1000) }, 'job done');
      } catch (error) {
        ended('failed');
        log.warn({ err: error }, 'job failed; the queue decides about another try');
        throw error;
      }
    }
  });
}

/**
 * How long running jobs may take to finish, and then to abort, in milliseconds: less than the whole shutdown may take.
 */
const finishWithin = 18_000;
const giveUpWithin = 24_000;

/** Accepts no new jobs, lets running ones finish, then aborts them, so that they return to their queue. */
export async function stopWorkers(
  queue: JobQueue,
  { stopping, draining }: { stopping: AbortController; draining: AbortController },
): Promise<void> {
  draining.abort(new Error('Memori is stopping'));
  const abort = setTimeout(() => stopping.abort(new Error('Memori is stopping')), finishWithin);
  await queue.stop({ graceful: true, timeout: giveUpWithin, close: false });
  clearTimeout(abort);
}
