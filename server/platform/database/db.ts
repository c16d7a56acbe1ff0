import { PrismaPg } from '@prisma/adapter-pg';
import type pg from 'pg';
import { PrismaClient, type Prisma } from '#server/generated/prisma/client.ts';
import {
  connectionConfig,
  databaseTimeouts,
  type DatabaseAddress,
  type DatabaseLink,
  DatabasePool,
} from './connection.ts';
import { sharedResources } from '../concurrency/shared-resources.ts';

/**
 * Prisma merges lookups of the same tick into one query, so under load each batch size has a plan of its own. More than
 * are in use at a time; its default of 1,000 lets a busy process grow for hours.
 */
const plansKept = 250;

/** Prisma's client. */
export type Db = PrismaClient;
/** A client inside a transaction, for functions whose effect must commit or roll back with another. */
export type Tx = Prisma.TransactionClient;

export interface Database {
  db: Db;
  /** For what Prisma can't do: rate limits, health checks. */
  pool: pg.Pool;
  url: string;
  close(): Promise<void>;
}

/** Creates the database pools, which connect on first use. While `link` reports an outage, queries fail immediately. */
export function openDatabase(
  address: string | DatabaseAddress,
  {
    maxConnections = sharedResources.databaseConnections.perProcess,
    link = { isDown: false },
  }: { maxConnections?: number; link?: DatabaseLink } = {},
): Database {
  const pool = new DatabasePool({ ...connectionConfig(address), max: maxConnections }, link);
  const db = new PrismaClient({
    adapter: new PrismaPg(pool),
    queryPlanCacheMaxSize: plansKept,
    // As long as any other query: Prisma's own two seconds are over before a busy pool has a connection to spare.
    // Its five seconds for a whole transaction are shorter than what one statement may take.
    transactionOptions: { maxWait: databaseTimeouts.connect, timeout: databaseTimeouts.transaction },
  });
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
