import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openWorkDir, removeStaleWorkDirs } from './work-dir.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'memori-work-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

test('a run gets an empty folder; leftovers of a dead run of the same name are removed, others stay', async () => {
  const [dead, other] = [await openWorkDir(root, 'run-a'), await openWorkDir(root, 'run-b')];
  await writeFile(path.join(dead.path, 'half.mp4'), '');
  await using fresh = await openWorkDir(root, 'run-a');
  expect(await readdir(fresh.path)).toEqual([]);
  expect((await readdir(root)).toSorted()).toEqual(
    [fresh, other].map((dir) => path.basename(dir.path)).toSorted(),
  );
});

test('removes folders that are too old to be in use', async () => {
  await openWorkDir(root, 'run-a');
  await removeStaleWorkDirs(root);
  expect(await readdir(root)).toHaveLength(1);
  await removeStaleWorkDirs(root, Date.now() + 3 * 3_600_000);
  expect(await readdir(root)).toEqual([]);
});
