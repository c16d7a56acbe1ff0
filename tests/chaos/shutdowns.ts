import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { portrait } from '../support/photos.ts';
import { newVisitor } from '../support/visitor.ts';
import { commandOf, naming, withSetting } from './processes.ts';
import { minutes } from './hang-limits.ts';
import { awaiting, faultUnless } from './waiting.ts';

/** How a stop is requested: Ctrl-C in a terminal, or a signal to the process group of npm and node. */
export type StopMethod = 'ctrl-c' | 'group';

export interface StopScenario {
  method: StopMethod;
  /** When the first signal is sent: during the start, or once a video is being made. */
  moment: 'start' | 'work';
  /** Milliseconds before the first signal, and between signals. */
  pauses: number[];
}

const root = path.resolve(import.meta.dirname, '../..');
const keyOfInterrupt = '\x03';

interface Session {
  ready: Promise<string | null>;
  interrupt(): void;
  closed: Promise<void>;
}

/**
 * Runs `npm start` as a user would: in a terminal of its own (util-linux `script`), or in a process group of its own.
 */
function startSession(method: StopMethod, dataDir: string): Session {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], DATA_DIR: dataDir, PORT: '0' };
  const options = { cwd: root, env: { ...env, LOG_LEVEL: 'warn' } } as const;
  const child =
    method === 'ctrl-c'
      ? spawn('script', ['-qec', 'npm start', '/dev/null'], {
          ...options,
          stdio: ['pipe', 'pipe', 'inherit'],
        })
      : spawn('npm', ['start'], { ...options, stdio: ['ignore', 'pipe', 'inherit'], detached: true });
  const closed = new Promise<void>((resolve, reject) => {
    // Without `script` or npm there is no output, and the run fails.
    child.once('error', reject).once('close', () => resolve());
  });
  child.stdin?.on('error', () => {});
  return { ready: readyUrl(child), closed, interrupt: () => interrupt(child, method) };
}

function interrupt(child: ChildProcess, method: StopMethod): void {
  if (method === 'ctrl-c') {
    child.stdin?.write(keyOfInterrupt);
    return;
  }
  try {
    process.kill(-(child.pid ?? Number.NaN), 'SIGTERM');
  } catch (error) {
    // The group may have exited since.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

async function readyUrl({ stdout }: ChildProcess): Promise<string | null> {
  if (!stdout) return null;
  for await (const line of createInterface(stdout)) {
    const url = /Memori is ready: (http:\S+)/.exec(line)?.[1];
    if (!url) continue;
    stdout.resume();
    return url;
  }
  return null;
}

/** Starts Memori and stops it in this way. Returns leftover processes as text, and kills them. */
export async function runStop({ method, moment, pauses }: StopScenario): Promise<string[]> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'memori-stop-'));
  const session = startSession(method, dataDir);
  try {
    if (moment === 'work') {
      const url = await awaiting('npm start is ready', session.ready);
      if (!url) return ['it ended before it was ready'];
      await (await newVisitor(url)).generate(await portrait());
    }
    for (const pause of pauses) {
      await Promise.race([delay(pause), session.closed]);
      session.interrupt();
    }
    await awaiting('npm start ends', session.closed);
    return await leftoverFaults(dataDir);
  } finally {
    for (const pid of [...withSetting('DATA_DIR', dataDir), ...naming(dataDir)]) kill(pid);
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

/** How long a start takes here, in milliseconds, along with what a plain stop leaves behind. */
export async function timeStart(): Promise<{ milliseconds: number; faults: string[] }> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'memori-stop-'));
  const startedAt = performance.now();
  const session = startSession('ctrl-c', dataDir);
  await awaiting('npm start is ready', session.ready);
  const milliseconds = performance.now() - startedAt;
  session.interrupt();
  await awaiting('npm start ends', session.closed);
  const faults = await leftoverFaults(dataDir);
  await rm(dataDir, { recursive: true, force: true });
  return { milliseconds, faults };
}

/** A process that npm has abandoned may be in the middle of its stop; so may its deferred stop. */
async function leftoverFaults(dataDir: string): Promise<string[]> {
  const none = (what: string, find: () => number[]) =>
    faultUnless(what, () => find().length === 0, { limit: minutes(5) });
  const faults = [
    ...(await none('Memori ends', () => withSetting('DATA_DIR', dataDir))),
    ...(await none('its deferred stop ends', () => naming(`deferred-stop.ts\0${dataDir}`))),
    // A stopped server removes its pid file shortly before it exits: whatever remains is an orphan.
    ...(await none('nothing is left behind', () => naming(dataDir))),
  ];
  return [...faults, ...(faults.length > 0 ? naming(dataDir).map(commandOf) : [])];
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It exited by itself.
  }
}
