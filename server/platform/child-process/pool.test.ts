import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { getPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createProcessPool, type RunOptions } from './pool.ts';
import { isAlive } from './processes.ts';

type Work = 'pid' | 'hang' | 'crash' | 'throw' | 'complain' | 'wait' | 'family' | 'environment';

let folder: string;
let script: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memori-pool-'));
  script = path.join(folder, 'work.mjs');
  await writeFile(
    script,
    `import { spawn } from 'node:child_process';
     import { once } from 'node:events';
     import { servePool } from ${JSON.stringify(path.join(import.meta.dirname, 'serve.ts'))};
     servePool(async ([work], { signal, report }) => {
       // Like native code, it hears of nothing meanwhile.
       if (work === 'hang') { report(process.pid); for (;;); }
       if (work === 'crash') process.abort();
       if (work === 'throw') throw new TypeError('no such photo');
       if (work === 'complain') { console.error('out of ideas'); process.exit(3); }
       if (work === 'wait' || work === 'family') {
         const child = work === 'family' && spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
         report(child ? child.pid : process.pid);
         if (child) for (;;);
         await once(signal, 'abort');
       }
       return work === 'environment' ? Object.keys(process.env) : process.pid;
     });`,
  );
});
afterAll(() => rm(folder, { recursive: true }));

function pool({
  size = 1,
  deadlineMilliseconds = 600_000,
  idleMilliseconds = 600_000,
  background = false,
} = {}) {
  const processes = createProcessPool<[Work], unknown, number>({
    script,
    size,
    deadlineMilliseconds,
    idleMilliseconds,
    background,
  });
  const ask = (work: Work, options?: RunOptions<number>) => processes.run(async () => [work], options);
  return { ...processes, ask };
}

describe('by a clock of its own', () => {
  // Starting a process alone may take seconds.
  beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => vi.useRealTimers());

  test('a process is reused, and ends when idle for too long', async () => {
    const { ask } = pool({ idleMilliseconds: 500 });
    const pid = (await ask('pid')) as number;
    vi.advanceTimersByTime(499);
    expect(await ask('pid')).toBe(pid);
    vi.advanceTimersByTime(499);
    expect(await ask('pid')).toBe(pid);
    vi.advanceTimersByTime(500);
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(await ask('pid')).not.toBe(pid);
  });

  test('a hanging process is killed at its deadline, and its slot is freed', async () => {
    const { ask } = pool({ deadlineMilliseconds: 3000 });
    const { promise: begun, resolve: onProgress } = Promise.withResolvers<number>();
    const hanging = ask('hang', { onProgress }).catch((error: unknown) => error);
    const pid = await begun;
    vi.advanceTimersByTime(2999);
    expect(isAlive(pid)).toBe(true);
    vi.advanceTimersByTime(1);
    expect(await hanging).toMatchObject({ reason: 'deadline' });
    await expect.poll(() => isAlive(pid)).toBe(false);
    expect(await ask('pid')).toBeGreaterThan(0);
  });

  test('an abort rejects with its reason; a process that stops in time is kept', async () => {
    const { ask } = pool();
    const abort = new AbortController();
    const reports: number[] = [];
    const onProgress = (pid: number) => {
      reports.push(pid);
      abort.abort(new Error('the user left'));
    };
    await expect(ask('wait', { signal: abort.signal, onProgress })).rejects.toThrow('the user left');
    expect(reports).toEqual([await ask('pid')]);
    await expect(ask('pid', { signal: abort.signal })).rejects.toThrow('the user left');
  });

  test('a process that ignores an abort is killed, with all that it has started', async () => {
    const { ask } = pool();
    const abort = new AbortController();
    const { promise: begun, resolve: onProgress } = Promise.withResolvers<number>();
    const ignoring = ask('family', { signal: abort.signal, onProgress }).catch((error: unknown) => error);
    const started = await begun;
    const left = new Error('the user left');
    abort.abort(left);
    vi.advanceTimersByTime(1999);
    expect(isAlive(started)).toBe(true);
    vi.advanceTimersByTime(1);
    expect(await ignoring).toBe(left);
    await expect.poll(() => isAlive(started)).toBe(false);
  });
});

test('work that crashes its process fails alone', async () => {
  const { ask } = pool({ size: 2 });
  const [crash, pid] = await Promise.allSettled([ask('crash'), ask('pid')]);
  expect(crash).toMatchObject({ status: 'rejected', reason: { reason: 'crashed' } });
  expect(pid.status).toBe('fulfilled');
});

test('what the work throws is passed on, and the process is kept', async () => {
  const { ask } = pool();
  const pid = await ask('pid');
  await expect(ask('throw')).rejects.toThrow(new TypeError('no such photo'));
  expect(await ask('pid')).toBe(pid);
});

test('a lost process leaves the end of its log', async () => {
  await expect(pool().ask('complain')).rejects.toMatchObject({ reason: 'crashed', log: 'out of ideas\n' });
});

test('a process ends with its parent, and so does all that it has started', async () => {
  const trial = `
    import { createProcessPool } from ${JSON.stringify(path.join(import.meta.dirname, 'pool.ts'))};
    const pool = createProcessPool({
      script: ${JSON.stringify(script)}, size: 1, deadlineMilliseconds: 600_000, idleMilliseconds: 600_000,
    });
    await pool.run(async () => ['wait'], { onProgress: (pid) => console.log(pid, process.kill(process.pid, 'SIGKILL')) });`;
  const args = ['--input-type=module', '-e', trial];
  const error = await promisify(execFile)(process.execPath, args).catch((lost: unknown) => lost);
  const { stdout, signal } = error as { stdout: string; signal: string };
  expect(signal).toBe('SIGKILL');
  await vi.waitUntil(() => !isAlive(Number.parseInt(stdout, 10)), { timeout: 300_000 });
});

test('closing ends what is running and what is idle, and refuses further work', async () => {
  const { ask, close } = pool({ size: 2 });
  const pids: number[] = [(await ask('pid')) as number];
  const { promise: begun, resolve: begin } = Promise.withResolvers<number>();
  const running = ask('wait', { onProgress: begin });
  running.catch(() => undefined);
  pids.push(await begun);
  await close();
  await expect(running).rejects.toMatchObject({ reason: 'closed' });
  await expect(ask('pid')).rejects.toMatchObject({ reason: 'closed' });
  await vi.waitUntil(() => !pids.some(isAlive), { timeout: 300_000 });
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
    import { createProcessPool } from ${JSON.stringify(path.join(import.meta.dirname, 'pool.ts'))};
    const node = process.execPath;
    const pool = createProcessPool({
      script: ${JSON.stringify(script)}, size: 1, deadlineMilliseconds: 600_000, idleMilliseconds: 600_000,
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
