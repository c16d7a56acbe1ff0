import { setTimeout as delay } from 'node:timers/promises';
import { Router } from 'express';
import type { Deps } from '#server/composition/deps.ts';
import { isDatabaseUnavailable } from '#server/platform/database/errors.ts';
import { sharedResources } from '#server/platform/concurrency/shared-resources.ts';

/** A part that does not answer within this many milliseconds is not ready. */
export const checkTimeout = 2_000;

/** Resolves with the result of `check`. Throws Error if it takes longer than `checkTimeout`. */
export async function withTimeout<T>(check: Promise<T>): Promise<T> {
  const waiting = new AbortController();
  const late = delay(checkTimeout, undefined, { signal: waiting.signal }).then(() => {
    throw new Error('it did not answer in time');
  });
  return Promise.race([check, late]).finally(() => waiting.abort());
}

type CheckedDeps = Pick<Deps, 'pool' | 'queue' | 'storage' | 'logger'>;

/** Checks whether each part that Memori needs answers in time. */
export async function checkDependencies({ pool, queue, storage, logger }: CheckedDeps) {
  async function check(part: string, answer: Promise<unknown>): Promise<'ok' | 'failing'> {
    try {
      await withTimeout(answer);
      return 'ok';
    } catch (error) {
      if (!isDatabaseUnavailable(error)) logger.warn({ err: error, part }, 'not ready');
      return 'failing';
    }
  }
  const [database, queued, stored] = await Promise.all([
    check('database', pool.query('SELECT 1')),
    check('queue', queue.schemaVersion()),
    check('storage', storage.check()),
  ]);
  return { database, queue: queued, storage: stored };
}

/**
 * `checkDependencies`, at most once a second: everybody who asks within that time shares one check, as anybody may ask,
 * and each check costs a query and a file.
 */
export function createReadiness(
  deps: CheckedDeps,
  clock = () => performance.now(),
): () => ReturnType<typeof checkDependencies> {
  const { windowSeconds } = sharedResources.readinessChecks.perProcess;
  let checked: { at: number; parts: ReturnType<typeof checkDependencies> } | undefined;
  return () => {
    const now = clock();
    if (!checked || now - checked.at >= windowSeconds * 1000)
      checked = { at: now, parts: checkDependencies(deps) };
    return checked.parts;
  };
}

/** `/healthz`: the process is alive. `/readyz`: database, queue and storage answer; 503 if any of them does not. */
export function health(deps: CheckedDeps): Router {
  const router = Router();
  const readiness = createReadiness(deps);
  router.get('/healthz', (_req, res) => {
    res.json({ status: 'ok' });
  });
  router.get('/readyz', async (_req, res) => {
    const parts = await readiness();
    const ready = Object.values(parts).every((state) => state === 'ok');
    res.status(ready ? 200 : 503).json({ status: ready ? 'ready' : 'not ready', ...parts });
  });
  return router;
}
