import { PrismaPg } from '@prisma/adapter-pg';
import pg from 'pg';
import { PrismaClient, type Prisma } from '../generated/prisma/client.ts';

/** Prisma's client. */
export type Db = PrismaClient;
/** A client inside a transaction: what features take when their effect must stand or fall with another. */
export type Tx = Prisma.TransactionClient;

export interface Database {
  db: Db;
  /** For what Prisma doesn't do: rate limits, health. */
  pool: pg.Pool;
  url: string;
  close(): Promise<void>;
}

/** Opens the pools on `url`; connects at first use. */
export function openDatabase(url: string, options: { maxConnections?: number } = {}): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.maxConnections ?? 10,
    application_name: 'memori',
    connectionTimeoutMillis: 10_000,
  });
  // An idle connection that dies (a restarted server) must not end the process; the next query opens another.
  pool.on('error', () => {});
  // Nor may one that dies while it is lent out, between two statements: without a listener Node ends the process.
  pool.on('connect', (client) => client.on('error', () => {}));
  const db = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    db,
    pool,
    url,
    async close() {
      await db.$disconnect();
      await pool.end();
    },
  };
}
