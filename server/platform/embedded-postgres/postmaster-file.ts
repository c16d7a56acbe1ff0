import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What a running server writes about itself (postmaster.pid; PostgreSQL's src/include/utils/pidfile.h). */
export interface Postmaster {
  pid: number;
  /** NaN until it is known. */
  port: number;
  ready: boolean;
}

const fileOf = (cluster: string) => path.join(cluster, 'postmaster.pid');

/** The server that runs on `cluster`, starting and stopping ones included; undefined if none lives. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = read(cluster).split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!(pid > 0) || !servesCluster(pid, cluster)) return undefined;
  return { pid, port: Number.parseInt(lines[3] ?? '', 10), ready: lines[7]?.trim() === 'ready' };
}

/** The port of the server that runs on `cluster`, or of one that was killed there; undefined if none is known. */
export function lastPort(cluster: string): number | undefined {
  const port = Number.parseInt(read(cluster).split('\n')[3] ?? '', 10);
  return port > 0 ? port : undefined;
}

/**
 * Frees the way for a start where the file that a dead server left names a process that lives but is none of
 * its kind (the id was given out again): PostgreSQL would take that one for the server and refuse. The id is
 * overwritten by one that can't exist; the rest stays, because PostgreSQL finds by it whether orphaned backends
 * still use the shared memory. Call it under the lock, after findPostmaster found nobody.
 */
export function disownPostmasterFile(cluster: string): void {
  const text = read(cluster);
  if (text !== '') writeFileSync(fileOf(cluster), text.replace(/^\S*/, '2147483646'));
}

function read(cluster: string): string {
  try {
    return readFileSync(fileOf(cluster), 'utf8');
  } catch {
    return '';
  }
}

/** A server is told by its command line, which names its data folder: a process id alone may have been reused. */
function servesCluster(pid: number, cluster: string): boolean {
  if (process.platform === 'win32') {
    return spawnSync('tasklist', ['/NH', '/FI', `PID eq ${pid}`], { encoding: 'utf8' }).stdout.includes(
      'postgres',
    );
  }
  return `${commandLine(pid)} `.includes(`-D ${cluster} `);
}

function commandLine(pid: number): string {
  if (process.platform !== 'linux') {
    return spawnSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).stdout;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
