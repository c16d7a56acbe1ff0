import { spawn } from 'node:child_process';
import { closeSync, existsSync, mkdirSync, openSync, readFileSync, rmSync } from 'node:fs';
import { constants } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { Ending } from './reports.ts';

export interface RunnerOptions {
  /** The file that the runner writes when its tests are done; an older one is removed first. */
  report: string;
  env?: Record<string, string>;
  /** The time limit for the whole run. */
  limitMs?: number;
  /** How long it may keep running once the report is written, and then how long its child processes may. */
  graceMs?: number;
  /** A file that its output goes to, printed when it ends; without it, the output is shown as it comes. */
  output?: string;
}

function groupLives(pid: number): boolean {
  try {
    process.kill(-pid, 0);
    return true;
  } catch {
    return false;
  }
}

function killGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal);
  } catch {
    // It has just exited.
  }
}

/** Windows has no process groups: leftover processes go undetected there. */
const grouped = process.platform !== 'win32';

async function waitUntil(done: () => boolean, limitMs: number): Promise<boolean> {
  for (const end = Date.now() + limitMs; Date.now() < end; await wait(100)) if (done()) return true;
  return done();
}

/**
 * Runs a test runner in its own process group. If it hangs, before or after its report, it is killed and reported; so
 * are leftover child processes, which would otherwise block the run forever. A signal to this process ends the group and
 * then this process. Never throws.
 */
export async function runRunner(args: readonly string[], options: RunnerOptions): Promise<Ending> {
  const { report, env = {}, limitMs = 45 * 60_000, graceMs = 120_000, output } = options;
  rmSync(report, { force: true });
  for (const file of [report, output]) if (file) mkdirSync(path.dirname(file), { recursive: true });
  const log = output === undefined ? 'inherit' : openSync(output, 'w');
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', log, log],
    env: { ...process.env, ...env },
    detached: grouped,
  });
  const pid = child.pid;
  if (pid === undefined) return { status: 127, problems: ['could not be started'] };
  const kill = (signal: NodeJS.Signals) => (grouped ? killGroup(pid, signal) : child.kill(signal));
  const stop = (signal: NodeJS.Signals) => {
    kill(signal);
    child.once('exit', () => process.exit(128 + constants.signals[signal]));
  };
  process.on('SIGINT', stop).on('SIGTERM', stop);

  const ended = () => child.exitCode !== null || child.signalCode !== null;
  const problems: string[] = [];
  await waitUntil(() => ended() || existsSync(report), limitMs);
  if (!(await waitUntil(ended, existsSync(report) ? graceMs : 0))) {
    problems.push(existsSync(report) ? 'wrote its report and did not end' : 'took too long');
    kill('SIGKILL');
    await waitUntil(ended, graceMs);
  }
  if (grouped && !(await waitUntil(() => !groupLives(pid), graceMs))) {
    problems.push('left processes behind');
    kill('SIGKILL');
  }
  process.off('SIGINT', stop).off('SIGTERM', stop);
  if (output !== undefined && typeof log === 'number') {
    closeSync(log);
    process.stdout.write(readFileSync(output));
  }
  return { status: child.exitCode ?? 1, problems };
}
