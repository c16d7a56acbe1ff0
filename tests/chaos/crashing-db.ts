import type pg from 'pg';
import type { Database, Db, Tx } from '#server/platform/database/db.ts';
import { type Crash, InjectedCrash, killBackend } from '../support/ledger.ts';
import { minutes } from './hang-limits.ts';

const lockTimeouts = { maxWait: minutes(10), timeout: minutes(10) };

export interface CrashingDb {
  db: Db;
  /** True once the crash has happened. A failure before that is a bug, not a consequence of the crash. */
  hasCrashed(): boolean;
}

export interface Pools {
  alive: Database;
  /** For transactions whose connection may be killed: a pool may hand a dead connection to its next user. */
  doomed: Database;
  /** For killing connections without waiting for a transaction. */
  killer: pg.Pool;
}

/**
 * A database client that crashes before statement number `crash.before`, counting every statement inside and outside
 * transactions, commits included. With `kill`, PostgreSQL terminates the connection of an open transaction. Without a
 * crash: the plain client, with long timeouts.
 */
export function crashingDb({ alive, doomed, killer }: Pools, crash: Crash | undefined): CrashingDb {
  const { db } = crash?.how === 'kill' ? doomed : alive;
  let statement = 0;
  let dead = false;
  async function count(tx: Tx | null): Promise<void> {
    if (statement++ !== crash?.before) return;
    dead = true;
    if (tx === null || crash.how === 'throw') throw new InjectedCrash();
    const [backend] = await tx.$queryRaw<{ pid: number }[]>`SELECT pg_backend_pid() AS pid`;
    await killBackend(killer, backend?.pid);
  }

  function counting<Target extends object>(target: Target, tx: Tx | null): Target {
    return new Proxy(target, {
      get(from, name) {
        const member: unknown = Reflect.get(from, name);
        if (name === '$transaction') return transaction;
        if (typeof member === 'function' && isStatement(name)) {
          const run = member.bind(from) as (...args: unknown[]) => Promise<unknown>;
          return async (...args: unknown[]) => {
            await count(tx);
            return run(...args);
          };
        }
        const isModel = typeof member === 'object' && member !== null && /^[a-z]/.test(String(name));
        return isModel && name !== 'fields' ? counting(member, tx) : member;
      },
    });
  }

  async function transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries++) {
      let started = false;
      try {
        return await db.$transaction(async (tx) => {
          started = true;
          const result = await work(counting(tx, tx));
          await count(tx);
          return result;
        }, lockTimeouts);
      } catch (error) {
        // A pooled connection may have been killed by another crash.
        if (started || tries === 20) throw error;
      }
    }
  }
  return { db: counting(alive.db, null), hasCrashed: () => dead };
}

function isStatement(name: string | symbol): boolean {
  return typeof name === 'string' && /^([a-z]|\$(query|execute)Raw(Unsafe)?$)/.test(name) && name !== 'then';
}
