import { mkdirSync, realpathSync } from 'node:fs';
import type pg from 'pg';
import type { DatabaseAddress } from '../database-connection.ts';
import { openLastingConnection } from '../lasting-connection.ts';
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
import { connectAs, newKeeperName } from './keeper.ts';
import { stopUnlessUsed, superuserUrl } from './leave.ts';
import { withLock } from './lock.ts';
import { prepareRoles } from './roles.ts';
import { findOrStartServer } from './server.ts';

/** How to start; the defaults are for data that must last. */
export interface EmbeddedPostgresOptions {
  /** False only for data that may be lost with the machine: tests. */
  fsync?: boolean;
  /** 100 if left out. Counts for the process that starts the server. */
  maxConnections?: number;
  /** How long to wait for others, for a start, for crash recovery. 180 if left out. */
  timeoutSeconds?: number;
  /** Told of each failed try to start the server again. */
  onTrouble?: (error: unknown) => void;
}

/** A server that runs, and this process's share in it. */
export interface EmbeddedPostgres extends Required<DatabaseAddress> {
  /** postgresql:// address of the database `memori`, as the role that owns it and is no superuser. */
  url: string;
  /** The port now: that of `url`, unless it was taken by somebody else while the server was away. */
  port(): number;
  /** The same server's superuser, for whoever makes databases: tests. */
  superuserUrl: string;
  /**
   * Gives up this process's share; the last one to do so stops the server (connections that are still open are
   * cut). Close pools first. Calling it again changes nothing. Throws EmbeddedPostgresError.
   */
  stop(): Promise<void>;
}

/** How long one attempt to bring a server back may take, in seconds. */
const recoverySeconds = 60;

/**
 * Finds or starts a real PostgreSQL 18 with its data in `dataDir`/postgres, made at the first start. It listens
 * on 127.0.0.1 alone, behind a random password. Any number of processes may call this at once and share the
 * server; one that was killed leaves it running or broken, and the next start reuses or recovers it. If the server
 * goes away before `stop`, whoever is first starts it again, at the same port if that is free. As root it
 * runs the server as somebody else. Throws EmbeddedPostgresError, always with one clear line.
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  options: EmbeddedPostgresOptions = {},
): Promise<EmbeddedPostgres> {
  const { fsync = true, maxConnections = 100, timeoutSeconds = 180, onTrouble } = options;
  const layout = layoutOf(prepared(dataDir));
  const binaries = await locateBinaries();
  const name = newKeeperName();
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
      const keeper = await connect('postgres');
      password = await ensureAppPassword(layout);
      await prepareRoles(keeper, password, connect);
      return keeper;
    });
  }
  const keeper = await openLastingConnection({
    open,
    onLost: () => {
      seconds = recoverySeconds;
    },
    onStillLost: (error) => {
      if (!leaving) onTrouble?.(error);
    },
    onBack: () => {},
  });
  const current = () => port ?? Number.NaN;

  async function leave(): Promise<void> {
    leaving = true;
    await keeper.close();
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
    // One name for one folder: the server is recognised by the path on its command line.
    return realpathSync(dataDir);
  } catch (error) {
    throw new EmbeddedPostgresError(`The data folder ${dataDir} can't be used: ${String(error)}`);
  }
}
