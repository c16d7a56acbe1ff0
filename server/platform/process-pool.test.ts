import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createProcessPool } from './process-pool.ts';

type Work = 'pid' | 'hang' | 'crash' | 'environment';

let folder: string;
let script: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memori-pool-'));
  script = path.join(folder, 'work.mjs');
  await writeFile(
    script,
    `process.on('message', ([work]) => {
       // Like native code, it hears of nothing meanwhile.
       if (work === 'hang') for (;;);
       if (work === 'crash') process.abort();
       process.send(work === 'environment' ? Object.keys(process.env) : process.pid);
     });
     process.on('disconnect', () => process.exit());`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

function pool({
  size = 1,
  deadlineMilliseconds = 30_000,
  idleMilliseconds = 30_000,
  background = false,
} = {}) {
  const processes = createProcessPool<[Work], unknown>({
    script,
    size,
    deadlineMilliseconds,
    idleMilliseconds,
    background,
  });
  return { ...processes, ask: (work: Work) => processes.run(async () => [work]) };
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a process is reused, and ends when idle for too long', async () => {
  const { ask } = pool({ idleMilliseconds: 500 });
  const pid = await ask('pid');
  expect(await ask('pid')).toBe(pid);
  await vi.waitUntil(() => !isAlive(pid as number), { timeout: 120_000 });
  expect(await ask('pid')).not.toBe(pid);
});

test('a hanging process is killed at its deadline, and its slot is freed', async () => {
  const { ask } = pool({ deadlineMilliseconds: 3000 });
  const pid = (await ask('pid')) as number;
  await expect(ask('hang')).rejects.toMatchObject({ reason: 'deadline' });
  await vi.waitUntil(() => !isAlive(pid), { timeout: 120_000 });
  expect(await ask('pid')).toBeGreaterThan(0);
});

test('work that crashes its process fails alone', async () => {
  const { ask } = pool({ size: 2 });
  const [crash, pid] = await Promise.allSettled([ask('crash'), ask('pid')]);
  expect(crash).toMatchObject({ status: 'rejected', reason: { reason: 'crashed' } });
  expect(pid.status).toBe('fulfilled');
});

test('background work runs at a lower priority, other work does not', async () => {
  const priorityOf = async (background: boolean) =>
    getPriority((await pool({ background }).ask('pid')) as number);
  expect(await priorityOf(true)).toBe(Math.max(5, getPriority()));
  expect(await priorityOf(false)).toBe(getPriority());
});

test('a process receives no settings and no secrets', async () => {
  vi.stubEnv('STRIPE_SECRET_KEY', 'sk_live_1');
  const names = (await pool().ask('environment')) as string[];
  expect(names.filter((name) => !name.startsWith('NODE_'))).toEqual([]);
  vi.unstubAllEnvs();
});

test('input is read only when a process is free, and read errors are passed on', async () => {
  const { run, ask } = pool();
  const first = ask('pid');
  let read = false;
  const second = run(async () => {
    read = true;
    throw new Error('gone');
  });
  expect(read).toBe(false);
  await first;
  await expect(second).rejects.toThrow('gone');
  expect(await ask('pid')).toBeGreaterThan(0);
});

test('a process that can’t be started loses its work, and does not end this one', async () => {
  // As on a machine without room for another process, fork fails; in a process of its own, as this changes all of it.
  const trial = `
    import { createProcessPool } from ${JSON.stringify(path.join(import.meta.dirname, 'process-pool.ts'))};
    const node = process.execPath;
    const pool = createProcessPool({
      script: ${JSON.stringify(script)}, size: 1, deadlineMilliseconds: 30_000, idleMilliseconds: 30_000,
    });
    process.execPath = '/nowhere/node';
    pool.warm();
    const lost = await pool.run(async () => ['pid']).catch(({ name, reason }) => name + ' ' + reason);
    process.execPath = node;
    console.log(lost, typeof (await pool.run(async () => ['pid'])));
    process.exit();`;
  const args = ['--input-type=module', '-e', trial];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  expect(stdout).toBe('LostProcessError not-started number\n');
});
