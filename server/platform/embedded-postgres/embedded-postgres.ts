import { mkdirSync, realpathSync } from 'node:fs';
import { locateBinaries } from './binaries.ts';
import {
  clusterExists,
  createCluster,
  databaseName,
  type Layout,
  layoutOf,
  readPassword,
} from './cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { chooseIdentity } from './identity.ts';
import { openKeeper, othersPresent } from './keeper.ts';
import { withLock } from './lock.ts';
import { findPostmaster } from './postmaster-file.ts';
import { findOrStartServer, stopServer } from './server.ts';

/** How to start; the defaults are for data that must last. */
export interface EmbeddedPostgresOptions {
  /** False only for data that may be lost with the machine: tests. */
  fsync?: boolean;
  /** 100 if left out. Counts for the process that starts the server. */
  maxConnections?: number;
  /** How long to wait for others, for a start, for crash recovery. 180 if left out. */
  timeoutSeconds?: number;
}

/** A server that runs, and this process's share in it. */
export interface EmbeddedPostgres {
  /** postgresql:// address of the database `memori`, whose superuser it names. */
  url: string;
  /**
   * Gives up this process's share; the last one to do so stops the server (connections that are still open are
   * cut). Close pools first. Calling it again changes nothing. Throws EmbeddedPostgresError.
   */
  stop(): Promise<void>;
}

/**
 * Finds or starts a real PostgreSQL 18 with its data in `dataDir`/postgres, made at the first start. It listens
 * on 127.0.0.1 alone, behind a random password. Any number of processes may call this at once and share the
 * server; one that was killed leaves it running or broken, and the next start reuses or recovers it. As root it
 * runs the server as somebody else. Throws EmbeddedPostgresError, always with one clear line.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const { fsync = true, maxConnections = 100, timeoutSeconds = 180 } = options;
  const deadline = Date.now() + timeoutSeconds * 1000;
  const layout = layoutOf(prepared(dataDir));
  const binaries = await locateBinaries();
  const { port, keeper } = await withLock(layout.lock, deadline, async () => {
    const identity = chooseIdentity(layout.cluster, binaries);
    if (!clusterExists(layout)) await createCluster(layout, binaries, identity, { fsync });
    const server = await findOrStartServer(layout, binaries, identity, { fsync, maxConnections }, deadline);
    return { port: server.port, keeper: await openKeeper(urlOf(layout, server.port, 'postgres')) };
  });

  async function leave(): Promise<void> {
    await withLock(layout.lock, Date.now() + 20_000, async () => {
      await keeper.close().catch(() => {});
      const server = findPostmaster(layout.cluster);
      // The one that runs now may be another's, started after ours was killed: it is asked, not the one we knew.
      if (!server || (server.ready && (await othersPresent(urlOf(layout, server.port, 'postgres'), keeper))))
        return;
      await stopServer(layout, binaries, chooseIdentity(layout.cluster, binaries));
    });
  }
  let left: Promise<void> | undefined;
  return {
    url: urlOf(layout, port, databaseName),
    stop() {
      left ??= leave();
      return left;
    },
  };
}

function prepared(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true });
    // One name for one folder: the server is recognised by the path on its command line.
    return realpathSync(dataDir);
  } catch (error) {
    throw new EmbeddedPostgresError(`The data folder ${dataDir} can't be used: ${String(error)}`);
  }
}

function urlOf(layout: Layout, port: number, database: string): string {
  return `postgresql://${databaseName}:${readPassword(layout)}@127.0.0.1:${port}/${database}`;
}
