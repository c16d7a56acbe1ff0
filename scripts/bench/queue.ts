import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { sendPhoto, signUp } from '../lib/customer.ts';
import { startMemori } from '../lib/running-memori.ts';
import { prepare } from '../setup/prepare.ts';
import { fillQueue } from './lib/full-queue.ts';
import { report } from './lib/measure.ts';
import { watchPlans } from './lib/query-plans.ts';
import { drawSamplePhoto } from './lib/sample-photo.ts';

/** Long enough for two sweeps, which run every minute. */
const seconds = 130;

/**
 * The database's work while Memori is running and in use, with a million finished jobs and a hundred thousand waiting
 * ones: which statements are slow, and which scan a large table. `args`: other numbers of finished and waiting jobs.
 */
export async function run([finished = '1000000', waiting = '100000']: readonly string[]): Promise<void> {
  await prepare(resolve(import.meta.dirname, '../..'), ['--client']);
  const folder = await mkdtemp(join(tmpdir(), 'memori-bench-'));
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres(folder);
  cleanUp.defer(() => postgres.stop());
  const settings = { DATABASE_URL: postgres.url };
  // Creates the tables.
  await (await startMemori(settings)).stop();
  const superuser = new pg.Client({ connectionString: postgres.superuserUrl });
  await superuser.connect();
  cleanUp.defer(() => superuser.end());
  await fillQueue(superuser, Number(finished), Number(waiting));
  const plans = await watchPlans(superuser, join(folder, 'postgres.log'));
  const memori = await startMemori(settings);
  cleanUp.defer(() => memori.stop());
  const photo = join(folder, 'nonna.jpg');
  await writeFile(photo, await drawSamplePhoto());
  await askLikePages(memori.url, photo, Date.now() + seconds * 1000);
  const found = await plans.read();
  report('kinds of statements', found.length, 0);
  report(
    'statements',
    found.reduce((sum, { calls }) => sum + calls, 0),
    0,
  );
  for (const { median, longest, calls, scanned, query } of found) {
    if (longest <= 20 && scanned.length === 0) continue;
    const times = `${median.toFixed(1)} ms, at most ${longest.toFixed(1)} ms, ${calls} calls`;
    console.log(`${times}, reads ${scanned.join(' and ') || 'no big table'} whole: ${query.slice(0, 240)}`);
  }
}

/** Signs up, sends a photo and makes all the requests that the pages make, until a point in time. */
async function askLikePages(url: string, photo: string, until: number): Promise<void> {
  const customer = await signUp(url, 'bench@example.com', 'a good one');
  const taskId = await sendPhoto(customer, photo);
  const paths = [`video/status/${taskId}`, 'video/tasks', 'credits/balance', 'auth/me', 'webhooks'];
  while (Date.now() < until) {
    for (const path of paths) await customer.call(`/api/${path}`);
    await delay(500);
  }
}
