import { seconds } from '#shared/durations.ts';
/**
 * The data of each kind of job, by its name. A feature adds its kinds by declaration merging, where it defines them
 * (`jobs.ts`), so that any feature can enqueue one without importing it. Values are plain text: an erased account's
 * jobs are found by them.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add its properties
export interface JobData {}

/** Like `JobData`, for jobs that each represent a row, one job per row. */
// biome-ignore lint/suspicious/noEmptyInterface: features add its properties
export interface RowJobData {}

type AnyData = JobData & RowJobData;

/** How often and when a failed job is retried; without backoff, after `delay` seconds each time. */
export interface Retry {
  limit: number;
  delay?: number;
  /** The delay doubles with each retry, with jitter that may halve it, up to this many seconds. */
  backoffUpTo?: number;
}

/** Seconds until the next retry grow to five minutes: 20 retries take more than an hour. */
export const retryForAnHour: Retry = { limit: 20, delay: 5, backoffUpTo: 300 };

/** For what a user waits for: the retries are over within a minute. */
export const retryForAMinute: Retry = { limit: 4, delay: 1, backoffUpTo: 30 };

/** How many of a kind's jobs run at once. */
export interface Concurrency {
  perProcess: number;
  /** In all processes together. */
  total?: number;
  /** Of one person, in one process; for jobs that are enqueued with a `personId`. */
  perPerson?: number;
}

/** A job as its handler sees it. */
export interface Job<Data> {
  data: Data;
  /** A waiting job with a higher priority starts first. */
  priority: number;
  /** True if the job is not retried when this attempt fails. */
  isLastAttempt: boolean;
  /** Aborts when the job has taken too long, and when shutdown can't wait any longer. */
  signal: AbortSignal;
  /** Aborts as soon as shutdown begins: for jobs that wait before they do anything. */
  draining: AbortSignal;
}

/** One kind of job: everything that there is to say about it. */
export interface JobDefinition<Deps, Data> {
  /** A failed job is retried; after its last retry, `whenExhausted` runs. */
  retry: Retry;
  /** After this many seconds an attempt counts as failed. 15 minutes if left out. */
  timeoutSeconds?: number;
  /** How long an ended job is kept for operators, in seconds. */
  keepSeconds: number;
  concurrency: Concurrency | ((deps: Deps) => Concurrency);
  /** True if somebody waits for it: retries that are due are looked for every two seconds instead of every five. */
  isAwaited?: boolean;
  /** True for a kind with at least one job per video: it gets a table of its own (decision 151). */
  hasOwnTable?: boolean;
  /** Does the work. May run twice for one job. Throws if a retry may help. */
  run: (deps: Deps, job: Job<Data>) => Promise<void>;
  /** Runs, with retries of its own, once a job has failed for good, for whatever reason. */
  whenExhausted?: (deps: Deps, data: Data) => Promise<void>;
}

/** One kind of maintenance, run at fixed times: at most one at a time in all processes together. */
export interface ScheduleDefinition<Deps> {
  name: string;
  /** When it runs, in UTC; see `everyMinute` and `hourlyAt`. */
  cron: string;
  /** How often it runs, in seconds. */
  everySeconds: number;
  /** After this many seconds it is stopped by its signal. */
  timeoutSeconds: number;
  /** Retries of a run that failed; none if left out, because the next run follows soon. */
  retry?: Retry;
  /**
   * Works through what is due in pages, until nothing is left or `signal` aborts. An item that fails is logged and
   * keeps no other waiting.
   */
  run: (deps: Deps, signal: AbortSignal) => Promise<void>;
}

/** A kind of job in the catalogue. */
export interface JobKind<Deps> extends JobDefinition<Deps, never> {
  name: string;
}

/** All kinds of jobs and schedules of an installation. */
export interface Catalogue<Deps> {
  jobs: readonly JobKind<Deps>[];
  schedules: readonly ScheduleDefinition<Deps>[];
}

/** Defines a kind of job whose data is declared in `JobData` or `RowJobData`. */
export function defineJob<Deps, Name extends keyof AnyData>(
  definition: { name: Name } & JobDefinition<Deps, AnyData[Name]>,
): JobKind<Deps> {
  return definition;
}

/** Defines maintenance that runs at fixed times. */
export const defineSchedule = <Deps>(definition: ScheduleDefinition<Deps>): ScheduleDefinition<Deps> =>
  definition;

export const everyMinute = { cron: '* * * * *', everySeconds: 60, timeoutSeconds: 120 };

/** Once an hour, at this minute: spread over the hour, so that maintenance never comes all at once. */
export const hourlyAt = (minute: number) => ({
  cron: `${minute} * * * *`,
  everySeconds: seconds.hour,
  timeoutSeconds: 120,
  retry: { limit: 2, delay: 60 } satisfies Retry,
});

/** The name of the jobs that failed for good. */
export const deadNameOf = (name: string): string => `${name}-dead`;

/** The names of all queues of a catalogue: a kind's queue comes after that of its dead jobs. */
export const queueNamesOf = ({ jobs, schedules }: Catalogue<never>): string[] => [
  ...jobs.flatMap(({ name, whenExhausted }) => (whenExhausted ? [deadNameOf(name), name] : [name])),
  ...schedules.map(({ name }) => name),
];
