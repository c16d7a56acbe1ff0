import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { createMemoryFolder, freeSharedMemory } from './memory-folder.ts';

const module = JSON.stringify(path.join(import.meta.dirname, 'memory-folder.ts'));
const roomy = freeSharedMemory() > 1e9;
const create = `import { createMemoryFolder } from ${module}; console.log(createMemoryFolder(0));`;

test('nothing is created where there is too little memory', () => {
  expect(createMemoryFolder(freeSharedMemory() + 1e12)).toBeNull();
});

test.skipIf(!roomy)('a folder disappears with the process that created it', async () => {
  const script = `${create} process.stdin.resume();`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const folder = String((await once(child.stdout, 'data'))[0]).trim();
  expect(folder).toMatch(new RegExp(`^/dev/shm/memori-tests-${child.pid}-`));
  expect(existsSync(folder)).toBe(true);
  child.stdin.end();
  await once(child, 'exit');
  expect(existsSync(folder)).toBe(false);
});

test.skipIf(!roomy)('what a killed process left behind is removed by the next one', () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const left = mkdtempSync(`/dev/shm/memori-tests-${pid}-`);
  const ours = mkdtempSync(`/dev/shm/memori-tests-${process.pid}-`);
  mkdirSync(path.join(left, 'postgres'));
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', create]).status).toBe(0);
  expect([existsSync(left), existsSync(ours)]).toEqual([false, true]);
  rmSync(ours, { recursive: true });
});

test.skipIf(!roomy || process.getuid?.() !== 0)('what another user left behind stays', () => {
  const { pid } = spawnSync(process.execPath, ['-e', '']);
  const theirs = mkdtempSync(`/dev/shm/memori-tests-${pid}-`);
  chownSync(theirs, 12_345, 12_345);
  const { status, stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', create]);
  expect([status, String(stdout)]).toEqual([0, expect.stringMatching(/^\/dev\/shm\/memori-tests-\d+-/)]);
  expect(existsSync(theirs)).toBe(true);
  rmSync(theirs, { recursive: true });
});
