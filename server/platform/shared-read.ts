import type { UserEvent } from './events.ts';

const reads = new WeakMap<UserEvent, Map<string, Promise<unknown>>>();

/**
 * What `read` gives after `event`: one read of the same `what`, begun after the event came, for all that listen in this
 * process. Without an event, or once the event was lost, everybody reads for themselves. A failure is everybody's too.
 */
export function readOnce<T>(event: UserEvent | null, what: string, read: () => Promise<T>): Promise<T> {
  if (!event) return read();
  const known = reads.get(event) ?? new Map<string, Promise<unknown>>();
  reads.set(event, known);
  const reading = (known.get(what) as Promise<T> | undefined) ?? read();
  known.set(what, reading);
  return reading;
}
