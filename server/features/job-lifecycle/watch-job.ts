import { type EventHub, watch } from '#server/platform/database/events.ts';
import { readOnce } from '#server/platform/concurrency/shared-read.ts';
import type { RowJob } from './row-job.ts';

/**
 * Yields what `read` returns for a job, immediately and at every change, and ends with its final status or when
 * `signal` aborts. Throws what `read` throws.
 */
export async function* watchJob<Status extends { status: string }>(
  { topic, life }: RowJob,
  events: EventHub,
  job: { userId: string; id: string; read: () => Promise<Status> },
  signal?: AbortSignal,
): AsyncGenerator<Status, void, undefined> {
  const statuses = watch(events, {
    userId: job.userId,
    concerns: (event) => event.topic === topic && event.id === job.id,
    read: (event) => readOnce(event, topic, job.read),
    signal,
  });
  for await (const status of statuses) {
    yield status;
    if (life.final.includes(status.status)) return;
  }
}
