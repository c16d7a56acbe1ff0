import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { ledgerDifferences } from '#server/features/credits/reconcile.ts';
import { openStorage } from '#server/composition/storage.ts';
import { readEnv } from '#server/config/env.ts';
import { writeBackup } from '#server/features/backup/write.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import { testTools } from '#scripts/lib/test-tools.mjs';
import { hasObjectStore, startObjectStore } from '#tests/support/object-store.ts';
import { ledgerFaults } from '#tests/support/ledger.ts';
import { restoreElsewhere, type Restored } from '#tests/support/restored.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { runOptions } from '../run-options.ts';
import { createWrites } from '../live-writes.ts';
import { awaiting, until } from '../waiting.ts';
import { createRandom } from '#shared/random.ts';

const { seed, runs } = runOptions(30, 3);
const writers = 6;
/** The number of writes before the first backup, and those during each: at least at both times that it lists files. */
const before = 60;
const atLeast = 2 * writers;
/** Where writing is faster than reading, listing an object store would never end. */
const atMost = 300;

/** Inconsistencies in a restored backup, as text. */
async function faultsOf({ database: { db, pool }, storage }: Restored): Promise<string[]> {
  const faults: string[] = [];
  for await (const difference of ledgerDifferences(db)) faults.push(difference);
  for (const { id } of await db.user.findMany()) faults.push(...(await ledgerFaults(pool, id)));
  const { rows: jobs } = await pool.query<{ id: string }>(
    `SELECT data ->> 'taskId' AS id FROM pgboss.job WHERE name = 'generate-video' AND state < 'completed'`,
  );
  const waiting = new Set(jobs.map(({ id }) => id));
  for (const { id, userId, status, photoKey, renditionPrefix } of await db.videoTask.findMany()) {
    if (!(await storage.stat(photoKey))) faults.push(`task ${id}: its photo is gone`);
    const paid = await db.creditEntry.count({ where: { userId, reason: 'generation', reference: id } });
    const returned = await db.creditEntry.count({ where: { userId, reason: 'refund', reference: id } });
    if (paid !== 1 || returned !== (status === 'Fail' ? 1 : 0))
      faults.push(`task ${id} (${status}): paid ${paid} times, given back ${returned} times`);
    if (status === 'Queued' && !waiting.has(id))
      faults.push(`task ${id}: it waits, and no job stands for it`);
    if (status !== 'Success') continue;
    const files = renditionPrefix === null ? [] : await storage.list(renditionPrefix);
    if (files.length !== 2) faults.push(`task ${id}: ${files.length} of 2 files of its video`);
  }
  return faults;
}

test(`${runs} backups of a disk during ${writers} concurrent writers, each restored into a new installation`, async () => {
  expect(await backUpAndRestore(await startTestServer({ jobs: false }), { rest: 0 })).toEqual([]);
});

test(`${runs} backups of a Ceph object store, each restored to another bucket`, async ({ skip }) => {
  skip(!hasObjectStore, `needs ${testTools.objectStore.programs.join(', ')}`);
  await using store = await startObjectStore();
  const memori = await startTestServer({ jobs: false, settings: await store.createBucket() });
  const openElsewhere = async () => openStorage(readEnv(await store.createBucket()));
  // Reading each object takes a network round trip: without pauses, all writing would be over before most of it.
  expect(await backUpAndRestore(memori, { rest: 150, openElsewhere })).toEqual([]);
});

/**
 * Makes `runs` backups during concurrent writes, with a pause of `rest` milliseconds between writes. Returns the
 * inconsistencies found after restoring them.
 */
async function backUpAndRestore(
  memori: TestServer,
  { rest, openElsewhere }: { rest: number; openElsewhere?: () => Promise<Storage> },
): Promise<string[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-chaos-restore-'));
  const random = createRandom(seed);
  const keys = Array.from({ length: runs }, () => (random() < 0.3 ? 'a key of some length' : null));
  const { write, beginBackup } = await createWrites(memori, random);
  let written = 0;
  let end = before;
  /** Writes until `end` writes have been made, or `isOver`. */
  const writeOn = (isOver = () => false) =>
    Promise.all(
      Array.from({ length: writers }, async () => {
        while (written < end && !isOver()) {
          await write();
          written += 1;
          await delay(rest);
        }
      }),
    );
  /** Lists only after further writes, so that there are some before and after the snapshot of the database. */
  const storage: Storage = {
    ...memori.deps.storage,
    async *keys() {
      const enough = Math.min(written + atLeast, end);
      await until('more is written', () => written >= enough);
      yield* memori.deps.storage.keys();
    },
  };
  const backUp = async (key: string | null) => {
    const file = path.join(folder, 'backup.tar');
    const address = memori.deps.env.DATABASE_URL ?? '';
    beginBackup();
    end = written + atMost;
    let isOver = false;
    const backup = writeBackup(file, { address, storage, dataDir: memori.dataDir, key }).finally(() => {
      isOver = true;
    });
    await Promise.all([backup, writeOn(() => isOver)]);
    const restored = await restoreElsewhere(file, key, await openElsewhere?.());
    const faults = await faultsOf(restored);
    const tasks = await restored.database.db.videoTask.count();
    await restored.close();
    await rm(file);
    return { faults, tasks };
  };
  await writeOn();
  const outcomes = [];
  for (const [index, key] of keys.entries())
    outcomes.push(await awaiting(`backup ${index + 1} and its restore`, backUp(key)));
  const sizes = outcomes.map(({ tasks }) => tasks);
  console.log(`restore: ${written} doings meanwhile; tasks in each backup: ${sizes.join(', ')}`);
  expect(Math.min(...sizes)).toBeGreaterThan(0);
  await memori.close();
  await rm(folder, { recursive: true, force: true });
  return outcomes.flatMap(({ faults }) => faults);
}
