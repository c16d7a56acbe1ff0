import type pg from 'pg';
import { grant, openAccount } from '#server/features/credits/ledger.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { createId } from '#server/platform/ids.ts';

/** Creates a user with an open account and `extra` credits on top of the free allowance. Returns the id. */
export async function createUser(db: Db, extra = 0): Promise<string> {
  const id = createId();
  await db.user.create({
    data: { id, email: `${id}@example.org`, emailKey: `${id}@example.org`, passwordHash: '' },
  });
  await db.$transaction((tx) => openAccount(tx, id));
  if (extra > 0) await grant(db, { userId: id, amount: extra, reference: `extra ${id}` });
  return id;
}

export interface LedgerLine {
  delta: number;
  reason: string;
  reference: string;
  balance_after: number;
}

/** A user's entries, oldest first. */
export async function readLedger(pool: pg.Pool | pg.PoolClient, userId: string): Promise<LedgerLine[]> {
  const { rows } = await pool.query<LedgerLine>(
    'SELECT delta, reason, reference, balance_after FROM credit_entry WHERE user_id = $1 ORDER BY id',
    [userId],
  );
  return rows;
}

/**
 * Checks the invariants of every account: entries add up to the balance, each entry's `balance_after` follows from the
 * previous one, nothing is negative or entered twice, and every refund has its spend. Returns violations as text; empty
 * if there are none.
 */
export async function ledgerFaults(pool: pg.Pool, userId: string): Promise<string[]> {
  const { lines, balance } = await readAccount(pool, userId);
  const faults: string[] = [];
  let running = 0;
  for (const line of lines) {
    running += line.delta;
    if (line.balance_after !== running)
      faults.push(`balance_after ${line.balance_after}, sum so far ${running}`);
    if (running < 0) faults.push(`the balance was ${running}`);
  }
  if (balance !== running) faults.push(`balance ${balance}, sum of entries ${running}`);
  const effects = lines.map(({ reason, reference }) => `${reason} ${reference}`);
  if (new Set(effects).size !== effects.length) faults.push('an effect was entered twice');
  for (const refund of lines.filter(({ reason }) => reason === 'refund')) {
    const spend = lines.find(
      ({ reason, reference }) => reason === 'generation' && reference === refund.reference,
    );
    if (spend?.delta !== -refund.delta) faults.push(`refund ${refund.reference} has no matching spend`);
  }
  return faults;
}

/** Reads entries and balance in one snapshot: concurrent writes must not come in between. */
async function readAccount(pool: pg.Pool, userId: string): Promise<{ lines: LedgerLine[]; balance: number }> {
  const client = await pool.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    const lines = await readLedger(client, userId);
    const { rows } = await client.query<{ balance: number }>(
      'SELECT balance FROM credit_account WHERE user_id = $1',
      [userId],
    );
    await client.query('COMMIT');
    return { lines, balance: rows[0]?.balance ?? 0 };
  } finally {
    client.release();
  }
}

/** How a transaction dies, and before which statement (0 is the first; beyond the last: before the commit). */
export interface Crash {
  before: number;
  /** `throw`: the process throws; `kill`: PostgreSQL terminates the connection's backend. */
  how: 'throw' | 'kill';
}

/** The error thrown by a crash, to tell it from a real failure. */
export class InjectedCrash extends Error {}

/**
 * Terminates a backend, and returns once it is gone: its next statement fails, and nobody else ever gets its
 * connection.
 */
export async function killBackend(killer: pg.Pool, pid: number | undefined): Promise<void> {
  await killer.query('SELECT pg_terminate_backend($1, 60000)', [pid]);
}

/**
 * Runs `work` in a transaction that dies as `crash` says; `killer` is a pool that no transaction waits for. The error
 * after killing a backend depends on the driver, so callers treat any error of a crashing transaction as the crash. A
 * transaction that could not even begin (because its pooled connection was killed by another) is retried.
 */
export async function crashingTransaction<T>(
  db: Db,
  killer: pg.Pool,
  crash: Crash | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    let started = false;
    try {
      return await db.$transaction(
        async (tx) => {
          started = true;
          return crash ? dyingWork(tx, killer, crash, work) : work(tx);
        },
        { maxWait: 120_000, timeout: 120_000 },
      );
    } catch (error) {
      if (started || tries === 20) throw error;
    }
  }
}

async function dyingWork<T>(tx: Tx, killer: pg.Pool, crash: Crash, work: (tx: Tx) => Promise<T>): Promise<T> {
  const die = async () => {
    if (crash.how === 'throw') throw new InjectedCrash();
    const [backend] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    await killBackend(killer, backend?.pid);
  };
  let statement = 0;
  const dyingStatements = new Proxy(tx, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (name !== '$queryRaw' && name !== '$executeRaw') return member;
      const run = (member as (...args: unknown[]) => Promise<unknown>).bind(target);
      return async (...args: unknown[]) => {
        if (statement++ === crash.before) await die();
        return run(...args);
      };
    },
  });
  const result = await work(dyingStatements);
  if (crash.before >= statement) await die();
  return result;
}
