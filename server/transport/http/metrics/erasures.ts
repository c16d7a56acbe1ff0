import { Gauge, type Registry } from 'prom-client';
import type { ReadFamily } from './queues.ts';

/** How long accounts that should be gone are still there: their files can't be removed, for example. */
export function erasureFamily(registers: Registry[]): ReadFamily {
  const overdue = new Gauge({
    name: 'memori_erasures_oldest_overdue_seconds',
    help: 'Time since the oldest account that is still there was to be erased; 0 if there is none',
    registers,
  });
  return async (pool) => {
    const { rows } = await pool.query<{ seconds: number | null }>(
      'SELECT extract(epoch FROM now() - min(deletion_at))::float AS seconds FROM app_user WHERE deletion_at <= now()',
    );
    overdue.set(rows[0]?.seconds ?? 0);
  };
}
