import { mkdirSync, realpathSync } from 'node:fs';
import type pg from 'pg';
import type { DatabaseAddress } from '../database/connection.ts';
import { openPersistentConnection } from '../database/persistent-connection.ts';
import { locateBinaries } from './binaries.ts';
import {
  appRole,
  clusterExists,
  createCluster,
  databaseName,
  ensureAppPassword,
  layoutOf,
} from './cluster.ts';
import { EmbeddedPostgresError } from './errors.ts';
import { chooseIdentity } from './identity.ts';
import { connectAs, newLeaseName } from './usage-lease.ts';
import { stopUnlessUsed, superuserUrl } from './release.ts';
import { withLock } from './lock.ts';
import { prepareRoles } from './roles.ts';
import { findOrStartServer } from './server.ts';

/** Start options; the defaults are for data that must be durable. */
export interface EmbeddedPostgresOptions {
  /** False only for disposable data, as in tests. */
  fsync?: boolean;
  /** Default: 100. Only the process that starts the server determines this. */
  maxConnections?: number;
  /** Timeout for waiting on other processes, a start, or crash recovery. Default: 180. */
  timeoutSeconds?: number;
  /** Called with the error of each failed attempt to restart the server. */
  onError?: (error: unknown) => void;
}

/** A running server, and this process's share in it. */
export interface EmbeddedPostgres extends Required<DatabaseAddress> {
  /** postgresql:// address of the database `memori`, with the role that owns it, which isn't a superuser. */
  url: string;
  /** The current port: that of `url`, unless another program took it while the server was down. */
  port(): number;
  /** The superuser's address on the same server, for creating databases in tests. */
  superuserUrl: string;
  /**
   * Releases this process's share; the last process to do so stops the server, which cuts connections that are still
   * open. Close pools first. Idempotent. Throws EmbeddedPostgresError.
   */
  stop(): Promise<void>;
}

/** Timeout of one attempt to restart a server, in seconds. */
const recoverySeconds = 60;

/**
 * Finds or starts a real PostgreSQL 18 with its data in `dataDir`/postgres, which is created on the first start. It
 * listens only on 127.0.0.1 and requires a random password. Any number of processes may call this concurrently and
 * share the server; a process that was killed leaves it running or broken, and the next start reuses or recovers it. If
 * the server dies before `stop`, the first process to notice restarts it, on the same port if that is free. As root, it
 * runs the server as another user. Throws EmbeddedPostgresError, always with a single clear line.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const { fsync = true, maxConnections = 100, timeoutSeconds = 180, onError } = options;
  const layout = layoutOf(prepared(dataDir));
  const binaries = await locateBinaries();
  const name = newLeaseName();
  let port: number | undefined;
  let password = '';
  let leaving = false;
  let seconds = timeoutSeconds;

  async function open(): Promise<pg.Client> {
    const deadline = Date.now() + seconds * 1000;
    return withLock(layout.lock, deadline, async () => {
      if (leaving) throw new EmbeddedPostgresError('This Memori is leaving.');
      const identity = chooseIdentity(layout.cluster, binaries);
      if (!clusterExists(layout)) await createCluster(layout, binaries, identity, { fsync });
      const settings = { fsync, maxConnections, port };
      const server = await findOrStartServer(layout, binaries, identity, settings, deadline);
      ({ port } = server);
      const connect = (database: string) =>
        connectAs(name, superuserUrl(layout, server.port, database), deadline);
      const lease = await connect('postgres');
      password = await ensureAppPassword(layout);
      await prepareRoles(lease, password, connect);
      return lease;
    });
  }
  const lease = await openPersistentConnection({
    open,
    onLost: () => {
      seconds = recoverySeconds;
    },
    onReconnectFailed: (error) => {
      if (!leaving) onError?.(error);
    },
    onReconnected: () => {},
  });
  const current = () => port ?? Number.NaN;

  async function leave(): Promise<void> {
    leaving = true;
    await lease.close();
    await stopUnlessUsed(layout, name);
  }
  let left: Promise<void> | undefined;
  return {
    url: `postgresql://${appRole}:${password}@127.0.0.1:${current()}/${databaseName}`,
    superuserUrl: superuserUrl(layout, current(), databaseName),
    port: current,
    stop() {
      left ??= leave();
      return left;
    },
  };
}

function prepared(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // A canonical path per folder: the server is identified by the path on its command line.
    return realpathSync(dataDir);
  } catch (error) {
    throw new EmbeddedPostgresError(`The data folder ${dataDir} can't be used: ${String(error)}`);
  }
}
