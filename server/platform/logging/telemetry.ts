import { channel, type ChannelListener } from 'node:diagnostics_channel';
import type { ErrorCode } from '#shared/errors.ts';
import type { ProviderName } from '#shared/providers.ts';
import type { TaskStage } from '#shared/status.ts';

/** Countable events in this process (decision 141). Every value has low cardinality; times are in seconds. */
export interface TelemetryEvents {
  /** A task, a movement, an album or an export has ended; published once. */
  'work-ended': {
    kind: string;
    /** The error code if it failed; null if it succeeded. */
    cause: ErrorCode | null;
    test: boolean;
    /** Time until a worker started it; null if none did. */
    waited: number | null;
    /** Time from its start to its end. */
    ran: number | null;
  };
  'stage-ended': { stage: TaskStage; provider: ProviderName; test: boolean; seconds: number };
  /** One attempt at a job has ended; `queue` is a QueueName, whose module this one can't import. */
  'job-ended': { queue: string; outcome: 'done' | 'failed'; seconds: number };
  'submission-opened': { provider: ProviderName };
  /** A submission yielded no video. */
  'submission-failed': { provider: ProviderName; outcome: string };
  /** One attempt to deliver a message to a user's webhook. */
  'delivery-ended': { outcome: 'delivered' | 'failed' };
  /** A payment webhook had the right signature, but a time too long ago. */
  'webhook-untimely': object;
  'database-query': { seconds: number };
  /** A request was refused because too many are waiting; `paid` if it involves money or a credit. */
  'request-shed': { paid: boolean };
  'storage-operation': { operation: string; outcome: 'ok' | 'failed'; seconds: number };
}

type EventName = keyof TelemetryEvents;

const channelOf = (name: EventName) => channel(`memori.${name}`);

/** Publishes an event to its listeners; nearly free without any. Never throws, never identifies a user or object. */
export function emit<Name extends EventName>(name: Name, what: TelemetryEvents[Name]): void {
  channelOf(name).publish(what);
}

/** Calls `listener` for each event from now on, for the lifetime of the process. */
export function on<Name extends EventName>(
  name: Name,
  listener: (what: TelemetryEvents[Name]) => void,
): void {
  channelOf(name).subscribe(listener as ChannelListener);
}

/** Starts a stopwatch; the returned function returns the seconds elapsed. */
export function startTimer(): () => number {
  const started = performance.now();
  return () => (performance.now() - started) / 1000;
}
