import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import autocannon from 'autocannon';
import { openDatabase } from '#server/platform/database/db.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { startMemori } from '../lib/running-memori.ts';
import { prepare } from '../setup/prepare.ts';
import { median } from '../lib/statistics.ts';
import { addEstablishedCustomer, type EstablishedCustomer } from './lib/established-customer.ts';
import { report } from './lib/measure.ts';

const rounds = 5;
const seconds = 3;
/** Concurrent connections. */
const connections = 20;

interface Candidate {
  name: string;
  pathOf: (poll: Poll) => string;
  headers: Record<string, string>;
}
const polls = ['status', 'balance', 'tasks'] as const;
type Poll = (typeof polls)[number];

/**
 * Compares the three polls of the pages with bare Express running the same query on the same database, in requests a
 * second. Contenders are interleaved, so that other load on the machine affects them alike.
 */
export async function run(): Promise<void> {
  await prepare(resolve(import.meta.dirname, '../..'), ['--client']);
  const folder = await mkdtemp(join(tmpdir(), 'memori-bench-'));
  await using cleanUp = new AsyncDisposableStack();
  cleanUp.defer(() => rm(folder, { recursive: true, force: true }));
  const postgres = await startEmbeddedPostgres(folder);
  cleanUp.defer(() => postgres.stop());
  const memori = await startMemori({ DATABASE_URL: postgres.url });
  cleanUp.defer(() => memori.stop());
  const database = openDatabase(postgres.url);
  const established = await addEstablishedCustomer(memori.url, database.db, 'bench@example.com');
  await database.close();
  const bare = await startMinimal(postgres.url, established);
  cleanUp.defer(() => bare.stop());

  const headers = { cookie: established.customer.cookie };
  const paths = {
    status: `video/status/${established.taskId}`,
    balance: 'credits/balance',
    tasks: 'video/tasks',
  };
  const candidates: Candidate[] = [
    { name: 'Memori', pathOf: (poll) => `${memori.url}/api/${paths[poll]}`, headers },
    { name: 'bare Express', pathOf: (poll) => `${bare.url}/bare/${poll}`, headers },
    { name: 'bare Express with the session', pathOf: (poll) => `${bare.url}/signed-in/${poll}`, headers },
  ];
  for (const poll of polls) await compare(poll, candidates);
}

async function compare(poll: Poll, candidates: readonly Candidate[]): Promise<void> {
  const rates = candidates.map((): number[] => []);
  for (const { pathOf, headers } of candidates) await rateOf(pathOf(poll), headers, 1);
  for (let round = 0; round < rounds; round++)
    for (const [index, { pathOf, headers }] of candidates.entries())
      rates[index]!.push(await rateOf(pathOf(poll), headers, seconds));
  const [ours = 0, bare = 0, session = 0] = rates.map(median);
  for (const [index, { name }] of candidates.entries())
    report(`${poll}, ${name}`, median(rates[index]!), 0, 'requests/s');
  report(`${poll}, Memori to bare Express (at least 0.5)`, ours / bare);
  report(`${poll}, Memori to bare Express with the session`, ours / session);
}

/** Requests a second. Throws if any response was not a 200. */
async function rateOf(url: string, headers: Record<string, string>, duration: number): Promise<number> {
  const { requests, non2xx, errors } = await autocannon({ url, headers, connections, duration });
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} refused, ${errors} failed`);
  return requests.average;
}

async function startMinimal(databaseUrl: string, { customer, taskId }: EstablishedCustomer) {
  const file = join(import.meta.dirname, 'lib', 'minimal-express.ts');
  const child = fork(file, [databaseUrl, customer.id, taskId], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const [port] = (await once(createInterface(child.stdout!), 'line')) as [string];
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const ended = once(child, 'exit');
      child.disconnect();
      await ended;
    },
  };
}
