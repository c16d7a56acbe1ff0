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
import { report, reportWithin } from './lib/measure.ts';

const rounds = 5;
const seconds = 3;
/** Concurrent connections. */
const connections = 20;

/** As many as share the calls of a minute without any of them reaching a person's limit (1,200 a minute). */
const customers = 150;

interface Candidate {
  name: string;
  origin: string;
  pathOf: (poll: Poll, taskId: string) => string;
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
  const memori = await startMemori({ DATABASE_URL: postgres.url, LIMIT_SIGNUP: `${customers}/1h` });
  cleanUp.defer(() => memori.stop());
  const database = openDatabase(postgres.url);
  const established: EstablishedCustomer[] = [];
  for (let nth = 0; nth < customers; nth++)
    established.push(await addEstablishedCustomer(memori.url, database.db, `bench-${nth}@example.com`));
  await database.close();
  const bare = await startMinimal(postgres.url, established[0]!);
  cleanUp.defer(() => bare.stop());

  const paths = {
    status: (taskId: string) => `/api/video/status/${taskId}`,
    balance: () => '/api/credits/balance',
    tasks: () => '/api/video/tasks',
  };
  const candidates: Candidate[] = [
    { name: 'Memori', origin: memori.url, pathOf: (poll, taskId) => paths[poll](taskId) },
    { name: 'bare Express', origin: bare.url, pathOf: (poll) => `/bare/${poll}` },
    { name: 'bare Express with the session', origin: bare.url, pathOf: (poll) => `/signed-in/${poll}` },
  ];
  for (const poll of polls) await compare(poll, candidates, established);
}

async function compare(
  poll: Poll,
  candidates: readonly Candidate[],
  established: readonly EstablishedCustomer[],
): Promise<void> {
  const rates = candidates.map((): number[] => []);
  for (const candidate of candidates) await rateOf(candidate, poll, established, 1);
  for (let round = 0; round < rounds; round++)
    for (const [index, candidate] of candidates.entries())
      rates[index]!.push(await rateOf(candidate, poll, established, seconds));
  const [ours = 0, bare = 0, session = 0] = rates.map(median);
  for (const [index, { name }] of candidates.entries())
    report(`${poll}, ${name}`, median(rates[index]!), 0, 'requests/s');
  reportWithin(`${poll}, Memori to bare Express`, { atLeast: 0.5 }, ours / bare);
  report(`${poll}, Memori to bare Express with the session`, ours / session);
}

/** Requests a second, each customer's in turn. Throws if any response was not a 200. */
async function rateOf(
  { origin, pathOf }: Candidate,
  poll: Poll,
  established: readonly EstablishedCustomer[],
  duration: number,
): Promise<number> {
  // Each connection begins with another one.
  const first = Math.floor(Math.random() * established.length);
  const inTurn = [...established.slice(first), ...established.slice(0, first)];
  const { requests, non2xx, errors } = await autocannon({
    url: origin,
    connections,
    duration,
    requests: inTurn.map(({ customer: { cookie }, taskId }) => ({
      path: pathOf(poll, taskId),
      headers: { cookie },
    })),
  });
  if (non2xx + errors > 0) throw new Error(`${origin}, ${poll}: ${non2xx} refused, ${errors} failed`);
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
