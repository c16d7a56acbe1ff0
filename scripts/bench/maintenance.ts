import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { catalogue } from '#server/catalogue.ts';
import { buildDeps } from '#server/composition/deps.ts';
import { readEnv } from '#server/config/env.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { createLogger } from '#server/platform/logging/logger.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import { fillQueue } from './lib/full-queue.ts';
import { report } from './lib/measure.ts';
import { watchPlans } from './lib/query-plans.ts';

/** How long the storage takes for each call, in milliseconds. */
const storeMilliseconds = 50;
/** How many videos are due in the trash, how many photos are due, and how many removals of files are planned. */
const due = 2000;
const photoDays = 30;

/**
 * Every schedule once, with a million finished tasks and a store that takes 50 ms for each call: how long it takes, how
 * often it calls the store, the slowest statement, and the memory. `args`: another number of finished tasks.
 */
export async function run([finished = '1000000']: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'memori-bench-'));
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres(folder);
  cleanUp.defer(() => postgres.stop());
  const env = readEnv({ DATABASE_URL: postgres.url, DATA_DIR: folder, LOG_LEVEL: 'fatal' });
  const logger = createLogger('fatal');
  // Creates the tables.
  await (await buildDeps(env, logger, 'http://127.0.0.1:1')).close();
  const superuser = new pg.Client({ connectionString: postgres.superuserUrl });
  await superuser.connect();
  cleanUp.defer(() => superuser.end());
  await fillQueue(superuser, Number(finished), 0);
  await age(superuser);
  const plans = await watchPlans(superuser, join(folder, 'postgres.log'));
  const { deps, close } = await buildDeps(env, logger, 'http://127.0.0.1:1');
  cleanUp.defer(close);
  let calls = 0;
  const storage = slowed(deps.storage, () => void (calls += 1));
  for (const { name, run: runSchedule } of catalogue.schedules) {
    const [before, startedAt] = [calls, performance.now()];
    await runSchedule({ ...deps, storage }, new AbortController().signal);
    const seconds = (performance.now() - startedAt) / 1000;
    const heap = Math.round(process.memoryUsage().heapUsed / 1_000_000);
    console.log(`${name}: ${seconds.toFixed(1)} s, ${calls - before} calls of the store, ${heap} MB of heap`);
  }
  report('peak memory of the process, MB', process.resourceUsage().maxRSS / 1000, 0);
  for (const { longest, calls: times, scanned, query } of await plans.read()) {
    if (longest <= 20 && scanned.length === 0) continue;
    console.log(
      `${longest.toFixed(1)} ms at most, ${times} calls, reads ${scanned.join(' and ') || 'no big table'} whole: ${query.slice(0, 200)}`,
    );
  }
}

/** Most tasks ended long ago, and have lost their photos since; some are due for one thing or the other. */
async function age(superuser: pg.Client): Promise<void> {
  await superuser.query('SET session_replication_role = replica');
  await superuser.query(
    `UPDATE video_task SET finished_at = created_at, photo_deleted_at = created_at + make_interval(days => $1), photo_key = ''
     WHERE created_at < now() - make_interval(days => $1)`,
    [photoDays],
  );
  await superuser.query(
    `UPDATE video_task SET photo_deleted_at = NULL, photo_key = 'tasks/' || id || '/photo.jpg' WHERE id IN (
       SELECT id FROM video_task WHERE photo_deleted_at IS NOT NULL ORDER BY finished_at LIMIT $1)`,
    [due],
  );
  await superuser.query(
    `UPDATE video_task SET deleted_at = now() - interval '1 hour' WHERE id IN (
       SELECT id FROM video_task ORDER BY finished_at DESC LIMIT $1)`,
    [due],
  );
  await superuser.query(
    `INSERT INTO file_removal (prefix, due_at) SELECT 'tasks/lost' || n, now() FROM generate_series(1, $1::int) n`,
    [due],
  );
  await superuser.query('SET session_replication_role = origin');
  await superuser.query('VACUUM ANALYZE');
}

/** The storage, with each call delayed and counted. */
function slowed(storage: Storage, called: () => void): Storage {
  const slow =
    <Args extends unknown[], Result>(act: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      called();
      await delay(storeMilliseconds);
      return act(...args);
    };
  return {
    ...storage,
    stat: slow((key) => storage.stat(key)),
    list: slow((prefix) => storage.list(prefix)),
    remove: slow((prefix) => storage.remove(prefix)),
    removeUnfinished: slow((before) => storage.removeUnfinished(before)),
  };
}
