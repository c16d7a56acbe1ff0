import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { runProgramSync } from '../child-process/program.ts';

/** The status file of a running server (postmaster.pid; PostgreSQL's src/include/utils/pidfile.h). */
export interface Postmaster {
  pid: number;
  /** NaN until known. */
  port: number;
  ready: boolean;
}

const fileOf = (cluster: string) => path.join(cluster, 'postmaster.pid');

/** The server running on `cluster`, even if it is starting or stopping; undefined if there is none. */
export function findPostmaster(cluster: string): Postmaster | undefined {
  const lines = read(cluster).split('\n');
  const pid = Number.parseInt(lines[0] ?? '', 10);
  if (!(pid > 0) || !servesCluster(pid, cluster)) return undefined;
  return { pid, port: Number.parseInt(lines[3] ?? '', 10), ready: lines[7]?.trim() === 'ready' };
}

/**
 * Whether a server's process runs on `cluster`, also before it has written its file: on a busy machine that takes seconds.
 * Always false on Windows.
 */
export function hasProcess(cluster: string): boolean {
  if (process.platform === 'win32') return false;
  const lines =
    process.platform === 'linux'
      ? readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? commandLine(Number(name)) : []))
      : runProgramSync('ps', ['-axww', '-o', 'command=']).stdout.split('\n');
  return lines.some((line) => `${line} `.includes(`-D ${cluster} `));
}

/** The port of the server that runs on `cluster`, or that was killed there; undefined if unknown. */
export function lastPort(cluster: string): number | undefined {
  const port = Number.parseInt(read(cluster).split('\n')[3] ?? '', 10);
  return port > 0 ? port : undefined;
}

/**
 * Unblocks a start if a dead server's file names a live process that isn't a server of this cluster, because its pid
 * was reused: PostgreSQL would mistake that process for the server and refuse to start. The pid is overwritten with an
 * impossible one; the rest stays, because PostgreSQL uses it to detect orphaned backends that still use the shared
 * memory. Must be called while holding the lock, after findPostmaster found none.
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

/** A server is identified by its command line, which contains its data folder: the pid alone may have been reused. */
function servesCluster(pid: number, cluster: string): boolean {
  if (process.platform === 'win32') {
    return runProgramSync('tasklist', ['/NH', '/FI', `PID eq ${pid}`]).stdout.includes('postgres');
  }
  return `${commandLine(pid)} `.includes(`-D ${cluster} `);
}

function commandLine(pid: number): string {
  if (process.platform !== 'linux') {
    return runProgramSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)]).stdout;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  } catch {
    return '';
  }
}
