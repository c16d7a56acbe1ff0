import { setTimeout as delay } from 'node:timers/promises';
import { Router } from 'express';
import type { Deps } from '../deps.ts';
import { isDatabaseUnavailable } from '../platform/database-errors.ts';

/** A part that does not answer within so many milliseconds is not ready. */
export const longestCheck = 2_000;

async function inTime(check: Promise<unknown>): Promise<void> {
  const waiting = new AbortController();
  const late = delay(longestCheck, undefined, { signal: waiting.signal }).then(() => {
    throw new Error('it did not answer in time');
  });
  await Promise.race([check, late]).finally(() => waiting.abort());
}

/** `/healthz`: this process lives. `/readyz`: database, queue and storage answer; 503 while one doesn't. */
export function health({
  pool,
  queue,
  storage,
  logger,
}: Pick<Deps, 'pool' | 'queue' | 'storage' | 'logger'>): Router {
  const router = Router();
  const parts = {
    database: () => pool.query('SELECT 1'),
    queue: () => queue.schemaVersion(),
    storage: () => storage.check(),
  };
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });
  router.get('/readyz', async (_req, res) => {
    const checks = await Promise.all(
      Object.entries(parts).map(async ([name, check]) => {
        try {
          await inTime(check());
          return [name, 'ok'] as const;
        } catch (error) {
          if (!isDatabaseUnavailable(error)) logger.warn({ err: error, part: name }, 'not ready');
          return [name, 'failing'] as const;
        }
      }),
    );
    const ready = checks.every(([, state]) => state === 'ok');
    res
      .status(ready ? 200 : 503)
      .json({ status: ready ? 'ready' : 'not ready', ...Object.fromEntries(checks) });
  });
  return router;
}
