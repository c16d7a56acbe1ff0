import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { expect, inject, onTestFinished, test } from 'vitest';
import { releaseBefore } from '#scripts/lib/releases.ts';
import { listen } from '#server/emulators/lib/listen.ts';
import { ledgerDifferences } from '#server/features/credits/reconcile.ts';
import { applyMigrations } from '#server/platform/database/migrate.ts';
import { createTestDatabase } from '#tests/support/database.ts';
import { spawnMemori } from '#tests/support/memori-process.ts';
import { startSandboxBench } from '#tests/support/stripe.ts';
import { type Customer, type Front, newCustomer } from '../customer.ts';
import { openFormerRelease, thisTree } from '../former-release.ts';
import { awaiting } from '../waiting.ts';

/** Null in a clone without history, which has no previous release. */
const from = inject('chaos').from ?? releaseBefore();

type Role = 'all' | 'web' | 'worker';

/**
 * An empty database, files and a Stripe sandbox shared by servers of both releases; its webhooks go to the current
 * front.
 */
async function openInstallation() {
  const fresh = await createTestDatabase();
  await fresh.database.pool.query(
    'DROP SCHEMA public CASCADE; DROP SCHEMA pgboss CASCADE; CREATE SCHEMA public',
  );
  const dataDir = await mkdtemp(path.join(tmpdir(), 'memori-upgrade-'));
  let front: Front = () => '';
  const relay = await listen((req, res) => {
    void buffer(req)
      .then((body) =>
        fetch(`${front()}/api/stripe/webhook`, {
          method: 'POST',
          headers: { 'stripe-signature': String(req.headers['stripe-signature']) },
          body: new Uint8Array(body),
        }),
      )
      .then(
        ({ status }) => res.writeHead(status).end(),
        () => res.writeHead(503).end(),
      );
  });
  const bench = await startSandboxBench({ webhookUrl: relay.url, retryDelays: [100, 500, 1000, 5000] });
  const { apiBase, secretKey, webhookSecret } = bench.sandbox;
  const running = new Set<ReturnType<typeof spawnMemori>>();

  function start(tree: string, role: Role) {
    const memori = spawnMemori(
      dataDir,
      {
        DATABASE_URL: fresh.url,
        DATA_DIR: dataDir,
        ROLE: role,
        STRIPE_API_BASE: apiBase,
        STRIPE_SECRET_KEY: secretKey,
        STRIPE_WEBHOOK_SECRET: webhookSecret,
      },
      tree,
    );
    running.add(memori);
    const name = `the ${role} process of ${tree}`;
    const ready = awaiting(`${name} is ready`, memori.ready);
    // Whoever starts it may only be interested in its end.
    ready.catch(() => {});
    return {
      ready,
      async stop() {
        running.delete(memori);
        memori.child.kill('SIGTERM');
        expect(await awaiting(`${name} ends`, memori.ended)).toBe(0);
      },
    };
  }

  onTestFinished(async () => {
    for (const { child, ended } of running) {
      child.kill('SIGKILL');
      await ended;
    }
    await bench.close();
    await relay.close();
    await fresh.drop();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
  });
  return {
    bench,
    database: fresh,
    start,
    /** Sends all calls, including Stripe's, there from now on; to several in turn. */
    faceTo(...urls: string[]): Front {
      let calls = 0;
      front = () => urls[calls++ % urls.length] ?? '';
      return front;
    },
  };
}

/** Inconsistencies in the ledger and unfinished work, as text. */
async function faultsOf({
  database: { db },
}: Awaited<ReturnType<typeof createTestDatabase>>): Promise<string[]> {
  const faults: string[] = [];
  for await (const difference of ledgerDifferences(db)) faults.push(difference);
  const open = await db.videoTask.count({ where: { status: { in: ['Queued', 'Processing'] } } });
  if (open > 0) faults.push(`${open} videos have not ended`);
  return faults;
}

const missing = async (customers: readonly Customer[], front: Front): Promise<string[]> =>
  (await Promise.all(customers.map((customer) => customer.missing(front)))).flat();

test('a rolling upgrade from the previous release keeps its data while both releases serve requests', async ({
  skip,
}) => {
  if (from === null) return skip('needs the history of a clone, in which the previous release is');
  const former = await awaiting('the previous release is prepared', openFormerRelease(from));
  const here = await readdir(path.join(thisTree, 'prisma/migrations'));
  const added = here.filter((name) => /^\d/.test(name) && !former.migrations.includes(name));
  console.log(`upgrade: from ${former.name}; migrations that come: ${added.join(', ') || 'none'}`);
  const installation = await openInstallation();
  const { bench, start, faceTo } = installation;

  // The previous release alone.
  const [formerWeb, formerAll] = [start(former.tree, 'web'), start(former.tree, 'all')];
  const formerUrl = await formerWeb.ready;
  await formerAll.ready;
  let front = faceTo(formerUrl);
  const first = await newCustomer(front, bench);
  await first.useIt(front);
  expect(await missing([first], front)).toEqual([]);

  // This release joins and migrates the schema: new web process, old worker.
  const web = start(thisTree, 'web');
  const url = await web.ready;
  front = faceTo(url);
  const second = await newCustomer(front, bench);
  await second.useIt(front);
  expect(await missing([first, second], front)).toEqual([]);

  // The reverse: old web process on the new schema, and new worker.
  await formerAll.stop();
  const worker = start(thisTree, 'worker');
  await worker.ready;
  front = faceTo(formerUrl);
  const third = await newCustomer(front, bench);
  await third.useIt(front);
  await first.haveMoneyBack(front);
  expect(await missing([first, second, third], front)).toEqual([]);

  // Each call goes to the other one.
  front = faceTo(formerUrl, url);
  const fourth = await newCustomer(front, bench);
  await fourth.useIt(front);
  expect(await missing([first, second, third, fourth], front)).toEqual([]);

  // This release alone.
  await formerWeb.stop();
  front = faceTo(url);
  await third.haveMoneyBack(front);
  const fifth = await newCustomer(front, bench);
  await fifth.useIt(front);
  const all = [first, second, third, fourth, fifth];
  expect(await missing(all, front)).toEqual([]);
  await web.stop();
  await worker.stop();

  // Going back. A release from before the compatibility marks on migrations (decision 153) refuses to start.
  const again = start(former.tree, 'all');
  const outcome = await again.ready.catch((error: unknown) => String(error));
  const starts = outcome.startsWith('http');
  if (starts) {
    front = faceTo(outcome);
    await fifth.useIt(front);
    await fourth.haveMoneyBack(front);
    expect(await missing(all, front)).toEqual([]);
    await again.stop();
  } else {
    expect(added.length).toBeGreaterThan(0);
    expect(outcome).toContain('The database was changed by a newer Memori');
  }
  console.log(`upgrade: ${former.name} ${starts ? 'works' : 'does not start'} on the newer schema`);
  expect(await faultsOf(installation.database)).toEqual([]);
});

test('runs on a newer schema that is marked compatible, and refuses one that is not', async () => {
  const installation = await openInstallation();
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-next-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(path.join(thisTree, 'prisma/migrations'), folder, { recursive: true });
  const newest =
    (await readdir(folder))
      .filter((name) => /^\d/.test(name))
      .toSorted()
      .at(-1) ?? '';
  const add = async (name: string, sql: string) => {
    await mkdir(path.join(folder, name));
    await writeFile(path.join(folder, name, 'migration.sql'), sql);
    await applyMigrations(installation.database.url, folder);
  };
  await add(
    '99990101000000_next',
    `-- Works with: ${newest}\nALTER TABLE "video_task" ADD COLUMN "next" TEXT NOT NULL DEFAULT '';\n` +
      'CREATE TABLE "next_thing" ("id" TEXT PRIMARY KEY, "task_id" TEXT REFERENCES "video_task"("id") ON DELETE CASCADE);',
  );
  const memori = installation.start(thisTree, 'all');
  const front = installation.faceTo(await memori.ready);
  const customer = await newCustomer(front, installation.bench);
  await customer.useIt(front);
  await customer.haveMoneyBack(front);
  expect(await customer.missing(front)).toEqual([]);
  await memori.stop();
  expect(await faultsOf(installation.database)).toEqual([]);
  await add(
    '99990201000000_after_next',
    '-- Works with: 99990101000000_next\nALTER TABLE "video_task" DROP COLUMN "next";',
  );
  const late = installation.start(thisTree, 'all');
  await expect(late.ready).rejects.toThrow(
    'The database was changed by a newer Memori (migration 99990201000000_after_next)',
  );
});
