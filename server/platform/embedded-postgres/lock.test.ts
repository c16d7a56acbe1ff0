import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { withLock } from './lock.ts';

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'memori-lock-'));
  file = path.join(folder, 'the lock');
});
afterEach(() => rmSync(folder, { recursive: true }));

const soon = () => Date.now() + 20_000;

test('admits one holder at a time, also within one process, and passes on what the work returns or throws', async () => {
  let inside = 0;
  const work = async (index: number) => {
    expect(++inside).toBe(1);
    await new Promise(setImmediate);
    inside--;
    if (index === 3) throw new Error('three');
    return index;
  };
  const results = await Promise.allSettled(
    [0, 1, 2, 3, 4].map((index) => withLock(file, soon(), () => work(index))),
  );
  expect(results.map((result) => (result.status === 'fulfilled' ? result.value : 'thrown'))).toEqual([
    0,
    1,
    2,
    'thrown',
    4,
  ]);
});

test('rejects at the deadline', async () => {
  await withLock(file, soon(), async () => {
    await expect(withLock(file, Date.now(), async () => {})).rejects.toThrow(/^Another Memori keeps .* busy/);
  });
});

test('is released when its holder is killed', async () => {
  const script = `
    import { withLock } from ${JSON.stringify(path.join(import.meta.dirname, 'lock.ts'))};
    await withLock(${JSON.stringify(file)}, Date.now() + 20000, () => {
      console.log('held');
      return new Promise(() => setInterval(() => {}, 1000));
    });`;
  const holder = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    await once(holder.stdout, 'data');
    await expect(withLock(file, Date.now(), async () => {})).rejects.toThrow('Another Memori');
  } finally {
    holder.kill('SIGKILL');
    await once(holder, 'close');
  }
  expect(await withLock(file, Date.now(), async () => 'mine')).toBe('mine');
});
