import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { locateBinaries } from '#server/platform/embedded-postgres/binaries.ts';
import { layoutOf } from '#server/platform/embedded-postgres/cluster.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { chooseIdentity, chownTree } from '#server/platform/embedded-postgres/identity.ts';
import { findPostmaster } from '#server/platform/embedded-postgres/postmaster-file.ts';
import { findOrStartServer, stopServer } from '#server/platform/embedded-postgres/server.ts';

/** An unsupervised PostgreSQL, as an operator might run: for outages. */
export interface OwnPostgres extends AsyncDisposable {
  /** The application's address, and the superuser's. */
  url: string;
  superuserUrl: string;
  /** Resolves when it accepts no more connections. */
  stop(): Promise<void>;
  /** At the same address as before. */
  start(): Promise<void>;
  /** SIGSTOP and SIGCONT for the server and all its backends. Linux only. */
  freeze(): void;
  resume(): void;
  /** Sends kill -9 to the server. */
  kill(): void;
}

/** Creates and starts one in a folder of its own, which is deleted on disposal. With fsync, since it may be killed. */
export async function startOwnPostgres(): Promise<OwnPostgres> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'memori-own-postgres-'));
  const made = await startEmbeddedPostgres(dataDir);
  const { url, superuserUrl } = made;
  const port = made.port();
  await made.stop();
  const server = await ownServer(dataDir, { maxConnections: 100, port });
  const { pid, stop } = server;
  async function start(): Promise<void> {
    if ((await server.start()) !== port) throw new Error(`The port ${port} was taken in between.`);
  }
  let frozen = false;
  function resume(): void {
    signalServer(pid(), 'SIGCONT');
    frozen = false;
  }
  await start();
  return {
    url,
    superuserUrl,
    start,
    stop,
    resume,
    freeze() {
      signalServer(pid(), 'SIGSTOP');
      frozen = true;
    },
    kill: () => process.kill(pid(), 'SIGKILL'),
    async [Symbol.asyncDispose]() {
      if (frozen) resume();
      await stop();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** The server of the cluster in `dataDir`, not started yet; with fsync, since it may be killed. */
export async function ownServer(dataDir: string, settings: { maxConnections: number; port?: number }) {
  const layout = layoutOf(dataDir);
  const binaries = await locateBinaries();
  const identity = chooseIdentity(layout.cluster, binaries);
  return {
    pid: () => findPostmaster(layout.cluster)?.pid ?? Number.NaN,
    stop: () => stopServer(layout, binaries, identity),
    /** Resolves with its port. */
    async start(): Promise<number> {
      // A copy of a cluster is owned by the user who made the copy.
      chownTree(identity, layout.cluster);
      const effective = { fsync: true, ...settings };
      return (await findOrStartServer(layout, binaries, identity, effective, Date.now() + 120_000)).port;
    },
  };
}

/** Sends a signal to a server and all its processes. */
export function signalServer(pid: number, name: NodeJS.Signals): void {
  process.kill(pid, name);
  for (const child of childrenOf(pid)) {
    try {
      process.kill(child, name);
    } catch (error) {
      // A backend may have exited since it was listed.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

/** The child processes of `parent`, according to /proc (proc(5), stat). */
export function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false;
      }
    })
    .map(Number);
}
