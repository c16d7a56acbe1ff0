import type { UserEvent } from '../database/events.ts';

const reads = new WeakMap<UserEvent, Map<string, Promise<unknown>>>();

/**
 * Deduplicates reads after `event`: all listeners in this process share one read of the same `what`, started after the
 * event arrived. Without an event, as after events were lost, every caller reads for itself. Failures are shared too.
 */
export function readOnce<T>(event: UserEvent | null, what: string, read: () => Promise<T>): Promise<T> {
  if (!event) return read();
  const known = reads.get(event) ?? new Map<string, Promise<unknown>>();
  reads.set(event, known);
  const reading = (known.get(what) as Promise<T> | undefined) ?? read();
  known.set(what, reading);
  return reading;
}
