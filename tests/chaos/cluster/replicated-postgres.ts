import { appendFileSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { layoutOf } from '#server/platform/embedded-postgres/cluster.ts';
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts';
import { ownServer } from '#tests/support/own-postgres.ts';

/** A PostgreSQL with a synchronous standby, behind one address. */
export interface ReplicatedPostgres extends AsyncDisposable {
  /** The application's address: always that of the current primary. */
  url: string;
  /** Sends kill -9 to the primary; resolves once the standby has taken over its address. Works only once. */
  failOver(): Promise<void>;
}

/** Creates and starts both, each in a folder of its own, which is deleted on disposal. */
export async function startReplicatedPostgres(): Promise<ReplicatedPostgres> {
  const [first, second] = [newFolder('primary'), newFolder('standby')];
  const made = await startEmbeddedPostgres(first);
  const { url, superuserUrl } = made;
  await made.stop();
  cpSync(layoutOf(first).cluster, layoutOf(second).cluster, { recursive: true });
  const primary = await ownServer(first, { maxConnections });
  // Commits are synchronous on the standby: what was acknowledged before the failover exists after it.
  configure(first, { synchronous_standby_names: '*' });
  const primaryPort = await primary.start();
  const { username, password } = new URL(superuserUrl);
  const source = { host: '127.0.0.1', port: primaryPort, user: username, password };
  const standby = await ownServer(second, { maxConnections });
  configure(second, {
    primary_conninfo: Object.entries(source)
      .map((pair) => pair.join('='))
      .join(' '),
  });
  writeFileSync(path.join(layoutOf(second).cluster, 'standby.signal'), '');
  const standbyPort = await standby.start();
  const door = await openDoor(primaryPort);
  const at = (port: number, address: string) => {
    const there = new URL(address);
    there.port = String(port);
    return there.href;
  };
  return {
    url: at(door.port, url),
    async failOver() {
      process.kill(primary.pid(), 'SIGKILL');
      door.leadTo(null);
      const client = new pg.Client(at(standbyPort, superuserUrl));
      await client.connect();
      await client.query('SELECT pg_promote(true, 60)');
      await client.end();
      door.leadTo(standbyPort);
    },
    async [Symbol.asyncDispose]() {
      door.close();
      await standby.stop();
      await primary.stop();
      for (const folder of [first, second]) rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}

/** Enough for three web and three worker processes. */
const maxConnections = 150;

const newFolder = (name: string) => mkdtempSync(path.join(tmpdir(), `memori-${name}-`));

function configure(folder: string, settings: Record<string, string>): void {
  for (const [name, value] of Object.entries(settings))
    appendFileSync(path.join(layoutOf(folder).cluster, 'postgresql.conf'), `\n${name} = '${value}'\n`);
}

/** A TCP proxy with a fixed address and a changeable target port; changing it closes all connections. */
async function openDoor(first: number) {
  let target: number | null = first;
  const open = new Set<Socket>();
  const keep = (socket: Socket) => {
    open.add(socket);
    socket.on('error', () => socket.destroy()).on('close', () => open.delete(socket));
  };
  const server = createServer((socket) => {
    keep(socket);
    if (target === null) return void socket.destroy();
    const there = connect(target, '127.0.0.1');
    keep(there);
    socket.pipe(there).pipe(socket);
    socket.on('close', () => there.destroy());
    there.on('close', () => socket.destroy());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    leadTo(port: number | null) {
      target = port;
      for (const socket of open) socket.destroy();
    },
    close() {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
