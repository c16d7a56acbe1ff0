import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { afterEach, expect, test } from 'vitest';
import { lowerPriority } from './priority.ts';

const started: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(started.splice(0).map((stop) => stop())));

/** Starts a process that runs until it is killed. */
async function startProcess(): Promise<number> {
  const child = spawn(process.execPath, ['--eval', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'inherit'],
  });
  started.push(async () => {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  await once(child, 'spawn');
  return child.pid!;
}

test('lowers the priority of a process', async () => {
  const pid = await startProcess();
  lowerPriority(pid);
  expect(getPriority(pid)).toBe(Math.max(5, getPriority()));
});

test('does not raise a priority that is already lower', async () => {
  const pid = await startProcess();
  setPriority(pid, 15);
  lowerPriority(pid);
  expect(getPriority(pid)).toBe(15);
});

test('ignores a process that has ended', async () => {
  const pid = await startProcess();
  await started.pop()?.();
  expect(() => getPriority(pid)).toThrow('ESRCH');
  lowerPriority(pid);
});
