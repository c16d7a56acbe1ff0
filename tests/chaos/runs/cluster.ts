import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { grant } from '#server/features/credits/ledger.ts';
import { openStorage } from '#server/composition/storage.ts';
import { readEnv } from '#server/config/env.ts';
import type { Db } from '#server/platform/database/db.ts';
import { ledgerFaults } from '#tests/support/ledger.ts';
import { quantile } from '#scripts/lib/statistics.ts';
import { testTools } from '#scripts/lib/test-tools.mjs';
import { hasObjectStore } from '#tests/support/object-store.ts';
import { portrait } from '#tests/support/photos.ts';
import { password } from '#tests/support/visitor.ts';
import { runOptions } from '../run-options.ts';
import { type Cluster, type Role, startCluster } from '../cluster/cluster.ts';
import { type Family, newFamily } from '../cluster/family.ts';
import { startObserver } from '../observer.ts';
import { awaiting, until } from '../waiting.ts';
import { createRandom } from '#shared/random.ts';
import { shuffled } from '../random.ts';

const { seed, short } = runOptions(1);
const random = createRandom(seed);

const families = 4;
const credits = 1000;
/** The minimum duration (of the short form: one round of strikes), and how long the store is down, in seconds. */
const duration = short ? 0 : 600;
const storeAway = short ? 5 : 20;
/** The number of polls that tell how long one takes: judged in the long form only. */
const timed = short ? 40 : 300;

/** The possible faults, used in turn; those of processes hit a random one. */
function strikes(cluster: Cluster): [name: string, strike: () => Promise<void>][] {
  const kill = (role: Role, nth: number): [string, () => Promise<void>] => [
    `kill -9 of ${role} ${nth}`,
    () => cluster.kill(role, nth, 3 * random()),
  ];
  const storeLeaves = async () => {
    await cluster.store.leave();
    await delay(storeAway * 1000);
    await cluster.store.comeBack();
  };
  const any = Math.floor(3 * random());
  const killed = short ? [any] : [0, 1, 2];
  return [
    ...killed.flatMap((nth) => [kill('web', nth), kill('worker', nth)]),
    [`${storeAway} s without the store`, storeLeaves],
  ];
}

test('three web and three worker processes survive kills, a database failover and a storage outage', async ({
  skip,
}) => {
  skip(!hasObjectStore, `needs ${testTools.objectStore.programs.join(', ')}`);
  await using cluster = await awaiting('the cluster starts', startCluster({ hasPriorities: !short }));
  const { proxy, database } = cluster;
  const photo = await portrait({ width: 360, height: 320 });
  const stopping = new AbortController();
  const all = await Promise.all(
    Array.from({ length: families }, () => newFamily(proxy.url, photo, stopping.signal)),
  );
  for (const { family } of all) await giveCredits(database.db, family.visitor.userId);
  const [first] = all;
  const visitor = first!.family.visitor;
  const event = JSON.stringify({ userId: visitor.userId, topic: 'balance', id: visitor.userId });
  const announce = () => database.pool.query("SELECT pg_notify('memori_user_event', $1)", [event]);
  const observer = startObserver(proxy.url, visitor, announce);
  await observer.recovered();
  expect(await wrongPasswords(cluster, visitor.email)).toEqual({ 401: 10, 429: 20 });
  const living = all.map(({ live }) => live());
  await until('each family is promised a video', () => all.every(({ family }) => family.accepted.size > 0));
  const quiet = p95(await nextPolls(all));

  await awaiting('the workers start', cluster.startWorkers());
  await until('the provider gets a job of each family', () => cluster.submissions() >= families);
  const busy = p95(await nextPolls(all));
  const startedAt = performance.now();
  let failedOver = false;
  const recoveries: string[] = [];
  while (!failedOver || performance.now() - startedAt < duration * 1000) {
    const round = shuffled(strikes(cluster), random);
    if (!failedOver) round.splice(Math.floor(round.length / 2), 0, ['failover', cluster.postgres.failOver]);
    failedOver = true;
    for (const [name, strike] of round) {
      await awaiting(`the end of this: ${name}`, strike());
      const back = performance.now();
      await observer.recovered();
      recoveries.push(`${name}: ${((performance.now() - back) / 1000).toFixed(1)} s`);
    }
  }
  stopping.abort();
  await awaiting('the last video of each family ends', Promise.all(living));
  await observer.stop();

  const polls = takePolls(all);
  const struck = p95(polls);
  console.log(`recovered after ${recoveries.join('; ')}`);
  console.log(
    `polls, 95 of 100: ${quiet} ms quiet, ${busy} ms while films are made, ${struck} ms through it all (${polls.length})`,
  );
  const ends = await Promise.all(all.map(({ family }) => endFaults(cluster, family)));
  const made = ends.reduce((sum, { videos }) => sum + videos, 0);
  console.log(`${made} videos, ${cluster.submissions()} jobs of the provider`);
  expect(made).toBeGreaterThan(0);
  if (!short) expect(struck).toBeLessThanOrEqual(3 * quiet);
  expect([...all.flatMap(({ family }) => family.faults), ...observer.faults]).toEqual([]);
  expect(ends.flatMap(({ faults }) => faults)).toEqual([]);
});

const giveCredits = (db: Db, userId: string) =>
  grant(db, { userId, amount: credits, reference: `extra ${userId}` });

const p95 = (times: readonly number[]) => Math.round(quantile(times, 0.95));

/** Takes the latencies of the families' polls so far, in milliseconds. */
const takePolls = (all: readonly { family: Family }[]) => all.flatMap(({ family }) => family.polls.splice(0));

/** The latencies of the families' next polls, in milliseconds. */
async function nextPolls(all: readonly { family: Family }[]): Promise<number[]> {
  takePolls(all);
  const count = () => all.reduce((sum, { family }) => sum + family.polls.length, 0);
  await until(`${timed} polls are answered`, () => count() >= timed);
  return takePolls(all);
}

/** Thirty concurrent attempts, to all servers in turn: the limit of ten is shared by all of them. */
async function wrongPasswords({ proxy }: Cluster, email: string): Promise<Record<number, number>> {
  const answers = await Promise.all(
    Array.from({ length: 30 }, () =>
      fetch(`${proxy.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
        body: JSON.stringify({ email, password: `not ${password}` }),
      }),
    ),
  );
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** What was lost or duplicated of everything acknowledged to a user. */
async function endFaults({ database: { db, pool }, settings }: Cluster, { visitor, accepted }: Family) {
  const { userId } = visitor;
  const faults = await ledgerFaults(pool, userId);
  const tasks = await db.videoTask.findMany({ where: { userId }, include: { submissions: true } });
  const promised = [...accepted.values()];
  if (new Set(promised).size !== promised.length) faults.push('two requests were told the same task');
  const there = new Set(tasks.map(({ id }) => id));
  faults.push(...promised.filter((id) => !there.has(id)).map((id) => `${id} was acknowledged, and is lost`));
  if (tasks.length !== promised.length) faults.push(`${promised.length} requests made ${tasks.length} tasks`);
  const storage = await openStorage(readEnv({ ...settings, DATA_DIR: '/nowhere' }));
  for (const { id, status, errorCode, renditionPrefix, submissions } of tasks) {
    if (status !== 'Success') faults.push(`${id} ended ${status} ${errorCode}`);
    const files = renditionPrefix === null ? [] : await storage.list(renditionPrefix);
    if (status === 'Success' && files.length !== 4) faults.push(`${id} has ${files.length} of 4 files`);
    // A worker that dies after the provider has accepted a job and before that is recorded costs one more.
    if (submissions.length > 2) faults.push(`${id} was handed to the provider ${submissions.length} times`);
  }
  const left = await visitor.credits();
  const videos = tasks.filter(({ status }) => status === 'Success').length;
  if (left !== 1 + credits - videos) faults.push(`${left} credits are left after ${videos} videos`);
  return { faults, videos };
}
