import type pg from 'pg';
import { grant, openAccount } from '../../server/features/credits/ledger.ts';
import type { Db, Tx } from '../../server/platform/db.ts';
import { createId } from '../../server/platform/ids.ts';

/** A user with an open account and `extra` credits beside the free allowance. Returns the id. */
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
 * What must hold of every account, whatever happened: entries add up to the balance, each entry's
 * `balance_after` follows from the one before, nothing is negative or entered twice, and every refund has its
 * spend. Returns what is broken, in words; empty if all is well.
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

/** Entries and balance of one moment: whoever is still at work must not come between them. */
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

/** How and before which statement (0 is the first; beyond the last: before the commit) a transaction dies. */
export interface Crash {
  before: number;
  /** `throw`: the process gives up; `kill`: PostgreSQL loses the connection's backend. */
  how: 'throw' | 'kill';
}

/** What a crash throws, so that it is not taken for a fault. */
export class InjectedCrash extends Error {}

/** Ends a backend, and returns once it is gone: its next statement fails, and no other ever gets its connection. */
export async function killBackend(killer: pg.Pool, pid: number | undefined): Promise<void> {
  await killer.query('SELECT pg_terminate_backend($1, 60000)', [pid]);
}

/**
 * Runs `work` in a transaction that dies as `crash` says; `killer` is a pool that no transaction waits for. The error
 * of a killed backend is whatever the driver makes of it: callers take any error of a crashing transaction for the
 * crash. A transaction that could not even begin (its pooled connection was another's killed one) is begun again.
 */
export async function crashingTransaction<T>(
  db: Db,
  killer: pg.Pool,
  crash: Crash | undefined,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let tries = 1; ; tries++) {
    let begun = false;
    try {
      return await db.$transaction(
        async (tx) => {
          begun = true;
          return crash ? dyingWork(tx, killer, crash, work) : work(tx);
        },
        { maxWait: 120_000, timeout: 120_000 },
      );
    } catch (error) {
      if (begun || tries === 20) throw error;
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
