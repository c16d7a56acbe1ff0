import type { TestServer } from './server.ts';

/**
 * Does what the queues would do within about 20 seconds of a worker's death: makes its jobs due again. Resolves with
 * their number.
 */
export async function noticeDeath({ deps }: TestServer, ...queues: string[]): Promise<number> {
  const { rowCount } = await deps.pool.query(
    `UPDATE pgboss.job SET heartbeat_on = now() - interval '1 hour' WHERE name = ANY($1) AND state = 'active'`,
    [queues],
  );
  for (const name of queues) await deps.queue.supervise(name);
  await deps.pool.query(
    `UPDATE pgboss.job SET start_after = now() WHERE name = ANY($1) AND state = 'retry'`,
    [queues],
  );
  return rowCount ?? 0;
}
