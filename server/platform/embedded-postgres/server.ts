import { closeSync, openSync, renameSync, statSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { startDetached } from '../child-process/program.ts';
import type { Binaries } from './binaries.ts';
import { type Layout, tightenMode } from './cluster.ts';
import { EmbeddedPostgresError, logSince, fatalLine } from './errors.ts';
import { freePort } from './free-port.ts';
import type { Identity } from './identity.ts';
import { disownPostmasterFile, findPostmaster, lastPort, type Postmaster } from './postmaster-file.ts';
import { run } from './run-binary.ts';

/** Settings for starting a server. */
export interface ServerSettings {
  fsync: boolean;
  maxConnections: number;
  /** The preferred port, used if it is free; else the last one, else any. */
  port?: number | undefined;
}

const pollMilliseconds = 40;
const maxLogBytes = 5 * 1024 * 1024;
/** Transient failures: the port was taken; backends of a killed server are still exiting; another start was faster. */
const portTaken = /could not bind|Address already in use/;
const passing = /pre-existing shared memory block|lock file .* already exists/;
/** How long to wait for the port that others know to become free, in milliseconds. */
const portTimeout = 3_000;

/**
 * Returns the server running on the cluster; starts one if there is none. Waits for a starting, recovering or stopping
 * one until `deadline` (milliseconds since 1970), then throws EmbeddedPostgresError. Must be called while holding the
 * lock.
 */
export async function findOrStartServer(
  layout: Layout,
  binaries: Binaries,
  identity: Identity,
  settings: ServerSettings,
  deadline: number,
): Promise<Postmaster> {
  const portDeadline = Date.now() + portTimeout;
  let port = settings.port ?? lastPort(layout.cluster);
  for (;;) {
    const running = await settledServer(layout, deadline);
    if (running) return running;
    port ??= await freePort();
    disownPostmasterFile(layout.cluster);
    tightenMode(layout);
    const args = serverArguments(layout, settings, port);
    const failure = await launch(layout, identity, [binaries.postgres, ...args], deadline);
    if (failure === undefined) continue;
    const taken = portTaken.test(failure);
    if (taken && Date.now() > portDeadline) port = undefined;
    if (!(taken || passing.test(failure)) || Date.now() > deadline) {
      throw new EmbeddedPostgresError(
        `The embedded database does not start: ${fatalLine(failure)} (log: ${layout.log})`,
      );
    }
    await delay(pollMilliseconds * 5);
  }
}

/** Stops the server if one is running: a fast shutdown and, after 20 s, an immediate one. */
export async function stopServer(layout: Layout, binaries: Binaries, identity: Identity): Promise<void> {
  for (const mode of ['fast', 'immediate']) {
    if (!findPostmaster(layout.cluster)) return;
    const result = await run(identity, binaries.pg_ctl, [
      'stop',
      `--pgdata=${layout.cluster}`,
      `--mode=${mode}`,
      '--wait',
      '--timeout=20',
    ]);
    if (result.code === 0) return;
    if (mode === 'immediate' && findPostmaster(layout.cluster)) {
      throw new EmbeddedPostgresError(`The embedded database does not stop: ${result.line}`);
    }
  }
}

async function settledServer(layout: Layout, deadline: number): Promise<Postmaster | undefined> {
  for (;;) {
    const server = findPostmaster(layout.cluster);
    if (!server || server.ready) return server;
    await pause(layout, deadline);
  }
}

async function pause(layout: Layout, deadline: number): Promise<void> {
  if (Date.now() > deadline) {
    throw new EmbeddedPostgresError(
      `The embedded database is still busy starting, recovering or stopping (log: ${layout.log}): try again later.`,
    );
  }
  await delay(pollMilliseconds);
}

function serverArguments(layout: Layout, settings: ServerSettings, port: number): string[] {
  const configuration = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: settings.maxConnections,
    fsync: settings.fsync ? 'on' : 'off',
    synchronous_commit: settings.fsync ? 'on' : 'off',
    full_page_writes: settings.fsync ? 'on' : 'off',
    shared_buffers: '64MB',
    max_wal_size: '256MB',
    // No I/O worker processes and no /dev/shm, which containers keep tiny: our queries are small.
    io_method: 'sync',
    max_parallel_workers_per_gather: 0,
    log_checkpoints: 'off',
  };
  return [
    '-D',
    layout.cluster,
    ...Object.entries(configuration).flatMap(([key, value]) => ['-c', `${key}=${value}`]),
  ];
}

/** Starts the command in its own session. Resolves once it is ready, or with its log output if it ended. */
async function launch(
  layout: Layout,
  identity: Identity,
  args: string[],
  deadline: number,
): Promise<string | undefined> {
  const [command = '', ...rest] = [...identity.prefix, ...args];
  const offset = rotatedSize(layout.log);
  const log = openSync(layout.log, 'a', 0o600);
  const server = startDetached(command, rest, { user: identity.user, cwd: '/', output: log });
  closeSync(log);
  while (server.ended() === undefined && !isReady(layout, server.pid)) await pause(layout, deadline);
  const ended = server.ended();
  return ended === undefined ? undefined : logSince(layout.log, offset) || ended;
}

function isReady(layout: Layout, pid: number | undefined): boolean {
  const server = findPostmaster(layout.cluster);
  return server?.ready === true && server.pid === pid;
}

function rotatedSize(log: string): number {
  const size = statSync(log, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= maxLogBytes) return size;
  renameSync(log, `${log}.1`);
  return 0;
}
