import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient, type Prisma } from '../generated/prisma/client.ts';
import {
  connectionConfig,
  type DatabaseAddress,
  type DatabaseLink,
  DatabasePool,
} from './database-connection.ts';

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

/**
 * Opens the pools on the database; connects at first use. While `link` says that it is away, whatever is asked of it
 * fails at once.
 */
export function openDatabase(
  address: string | DatabaseAddress,
  { maxConnections = 10, link = { isDown: false } }: { maxConnections?: number; link?: DatabaseLink } = {},
): Database {
  const pool = new DatabasePool({ ...connectionConfig(address), max: maxConnections }, link);
  const db = new PrismaClient({ adapter: new PrismaPg(pool) });
  return {
    db,
    pool,
    url: typeof address === 'string' ? address : address.url,
    async close() {
      await db.$disconnect();
      await pool.end();
    },
  };
}
