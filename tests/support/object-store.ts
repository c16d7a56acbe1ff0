import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3';
import { hasTool, testTools } from '#scripts/lib/test-tools.mjs';
import { freePort } from '#server/platform/embedded-postgres/free-port.ts';

/** Whether this machine has the programs for such a store. */
export const hasObjectStore = hasTool(testTools.objectStore);

export interface StoreSettings extends Record<string, string> {
  STORAGE: 's3';
  S3_ENDPOINT: string;
  S3_BUCKET: string;
  S3_ACCESS_KEY_ID: string;
  S3_SECRET_ACCESS_KEY: string;
}

/** A real in-memory S3, consisting of one process of each kind: Ceph's. */
export interface ObjectStore extends AsyncDisposable {
  /** Creates a bucket; resolves with the settings of a Memori that stores its files there. */
  createBucket(): Promise<StoreSettings>;
  /** Stops the gateway; resolves when it accepts no more connections. */
  leave(): Promise<void>;
  /** At the same address as before. */
  comeBack(): Promise<void>;
  /** Connections stay open but get no responses, until `comeBack`. */
  freeze(): void;
}

const credentials = { accessKeyId: 'MEMORITESTS', secretAccessKey: 'not-a-secret-at-all' };
const run = (program: string, args: string[]) => promisify(execFile)(program, args, { timeout: 600_000 });

/** Creates and starts one in a folder of its own, which is deleted on disposal. Takes some seconds. */
export async function startObjectStore(): Promise<ObjectStore> {
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-ceph-'));
  const [monitorPort, port] = [await freePort(), await freePort()];
  const conf = path.join(folder, 'ceph.conf');
  const id = randomUUID();
  await writeFile(conf, configuration(folder, id, monitorPort, port));
  for (const name of ['mon', 'osd', 'rgw']) await mkdir(path.join(folder, name));
  const started: ChildProcess[] = [];
  const start = (program: string, ...args: string[]) => {
    const daemon = startDaemon(folder, program, ['-c', conf, '-f', ...args]);
    started.push(daemon);
    return daemon;
  };
  let closing = false;
  /** It may contact its monitor before that has assigned it an id, and then exits ("wrong fsid"): it is restarted. */
  const startPlace = () => {
    start('ceph-osd', '-i', '0').once('exit', () => {
      if (!closing) startPlace();
    });
  };
  const close = async () => {
    closing = true;
    for (const daemon of started.reverse()) await end(daemon);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const map = path.join(folder, 'monmap');
    const monitor = `[v1:127.0.0.1:${monitorPort}]`;
    await run('monmaptool', ['--create', '--fsid', id, '--addv', 'a', monitor, map]);
    await run('ceph-mon', ['-c', conf, '--mkfs', '-i', 'a', '--monmap', map]);
    const monitorProcess = start('ceph-mon', '-i', 'a');
    await run('ceph-osd', ['-c', conf, '-i', '0', '--mkfs', '--osd-uuid', randomUUID()]);
    const osd = (await readFile(path.join(folder, 'osd/fsid'), 'utf8')).trim();
    await untilAccepted(monitorProcess, () => run('ceph', ['-c', conf, 'osd', 'new', osd]));
    startPlace();
    const { accessKeyId, secretAccessKey } = credentials;
    const keys = [`--access-key=${accessKeyId}`, `--secret-key=${secretAccessKey}`];
    const user = ['user', 'create', '--uid=memori', '--display-name=Memori', ...keys];
    await run('radosgw-admin', ['-c', conf, ...user]);
    return await openGateway(port, () => start('radosgw', '-n', 'client.rgw'), close);
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Repeats a command, which may be given any number of times, until the monitor accepts it: until that has written who may
 * do what, it refuses everybody (EPERM).
 */
async function untilAccepted(monitor: ChildProcess, command: () => Promise<unknown>): Promise<void> {
  for (const deadline = Date.now() + 600_000; ; await delay(100)) {
    try {
      await command();
      return;
    } catch (error) {
      if (monitor.exitCode !== null || Date.now() > deadline) throw error;
    }
  }
}

async function openGateway(
  port: number,
  start: () => ChildProcess,
  close: () => Promise<void>,
): Promise<ObjectStore> {
  const endpoint = `http://127.0.0.1:${port}`;
  const client = new S3Client({ endpoint, region: 'us-east-1', forcePathStyle: true, credentials });
  let gateway = start();
  await untilAnswers(endpoint, gateway);
  let buckets = 0;
  return {
    async createBucket() {
      const name = `bucket-${(buckets += 1)}`;
      await client.send(new CreateBucketCommand({ Bucket: name }));
      return {
        STORAGE: 's3',
        S3_ENDPOINT: endpoint,
        S3_BUCKET: name,
        S3_ACCESS_KEY_ID: credentials.accessKeyId,
        S3_SECRET_ACCESS_KEY: credentials.secretAccessKey,
      };
    },
    leave: () => end(gateway),
    async comeBack() {
      if (gateway.exitCode === null && gateway.signalCode === null) gateway.kill('SIGCONT');
      else gateway = start();
      await untilAnswers(endpoint, gateway);
    },
    freeze: () => void gateway.kill('SIGSTOP'),
    async [Symbol.asyncDispose]() {
      client.destroy();
      await close();
    },
  };
}

/** One monitor and one object store daemon, without replicas, authentication, or a disk. */
function configuration(folder: string, id: string, monitorPort: number, port: number): string {
  const monitors = Object.entries({
    'mon data': path.join(folder, 'mon'),
    'mon data avail crit': '0',
    'mon allow pool size one': 'true',
    'paxos propose interval': '0.02',
    'paxos min wait': '0.01',
  });
  const stores = Object.entries({
    'osd data': path.join(folder, 'osd'),
    'osd objectstore': 'memstore',
    'memstore device bytes': '1073741824',
    'osd crush chooseleaf type': '0',
    'osd pool default size': '1',
    'osd pool default min size': '1',
    'osd pool default pg num': '1',
    'osd pool default pgp num': '1',
    'osd pool default pg autoscale mode': 'off',
  });
  const gateway = Object.entries({
    'rgw data': path.join(folder, 'rgw'),
    'rgw frontends': `beast endpoint=127.0.0.1:${port} tcp_nodelay=1`,
    'rgw rados pool pg num min': '1',
    'rgw run sync thread': 'false',
    'rgw crypt require ssl': 'false',
    'rgw crypt s3 kms backend': 'testing',
    'rgw crypt s3 kms encryption keys': `memori=${Buffer.alloc(32, 7).toString('base64')}`,
  });
  const all = Object.entries({
    fsid: id,
    'mon host': `[v1:127.0.0.1:${monitorPort}]`,
    'public network': '127.0.0.0/8',
    'auth cluster required': 'none',
    'auth service required': 'none',
    'auth client required': 'none',
    'ms bind msgr2': 'false',
    'run dir': folder,
    'admin socket': path.join(folder, '$name.asok'),
    'log file': path.join(folder, '$name.log'),
    keyring: path.join(folder, 'keyring'),
    'crash dir': path.join(folder, 'crash'),
  });
  const lines = [...all, ...monitors, ...stores, ...gateway].map(([name, value]) => `${name} = ${value}`);
  return `[global]\n${lines.join('\n')}\n`;
}

/** A daemon that exits with this process, even if this one is killed. */
function startDaemon(folder: string, program: string, args: string[]): ChildProcess {
  const output = openSync(path.join(folder, `${program}.out`), 'a');
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', program, ...args], {
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  return child;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function untilAnswers(endpoint: string, gateway: ChildProcess): Promise<void> {
  const deadline = Date.now() + 600_000;
  for (;;) {
    const answer = await fetch(endpoint).catch(() => null);
    await answer?.body?.cancel();
    if (answer) return;
    if (gateway.exitCode !== null || Date.now() > deadline) throw new Error('The store does not start.');
    await delay(50);
  }
}
