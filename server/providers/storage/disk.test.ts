import { mkdir, mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { describeStorage } from '#tests/support/storage-contract.ts';
import { createDiskStorage } from './disk.ts';
import type { Storage } from './types.ts';

let root: string;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'memori-storage-'));
});
afterAll(() => rm(root, { recursive: true, force: true }));

const openIn = (name: string): Storage => createDiskStorage(path.join(root, name));

describe('storage contract', () => {
  describeStorage(async () => openIn('contract'));
});

test('no write leaves a temporary file behind, successful or not', async () => {
  const storage = openIn('tidy');
  const source = path.join(root, 'source');
  await writeFile(source, 'film');
  await storage.putFile('videos/x/clean.mp4', source);
  await storage.putBytes('a', new Uint8Array([1]));
  await storage.create('a', new Uint8Array([2]));
  await expect(storage.putFile('b', path.join(root, 'missing'))).rejects.toThrow('ENOENT');
  expect(await readdir(path.join(root, 'tidy/.incoming'))).toEqual([]);
});

test('removes partial files of dead writers, and keeps those being written', async () => {
  const storage = openIn('died');
  await storage.putBytes('a', new TextEncoder().encode('whole'));
  const [dead, alive] = ['dead', 'alive'].map((name) => path.join(root, 'died/.incoming', name));
  for (const file of [dead!, alive!]) await writeFile(file, 'ha');
  const now = Date.now();
  await utimes(dead!, new Date(now - 3_600_000), new Date(now - 3_600_000));
  await storage.removeUnfinished(new Date(now - 60_000));
  expect(await readdir(path.join(root, 'died/.incoming'))).toEqual(['alive']);
  expect(await storage.stat('a')).toMatchObject({ bytes: 5 });
});

test('checks that it can write', async () => {
  await writeFile(path.join(root, 'file'), '');
  await expect(openIn('file').check()).rejects.toThrow();
});

test('what others have put among the objects is left out, unread, and named', async () => {
  const storage = openIn('foreign');
  await storage.putBytes('videos/x/clean.mp4', new Uint8Array([1]));
  const foreign = [
    '.DS_Store',
    'Thumbs.db',
    'lost+found/x',
    '@eaDir/x',
    'videos/x/._clean.mp4',
    'videos/.DS_Store',
  ];
  for (const name of foreign) {
    const file = path.join(root, 'foreign', name);
    await mkdir(path.dirname(file), { recursive: true });
    await writeFile(file, '');
  }
  const [keys, skipped]: [string[], string[]] = [[], []];
  for await (const key of storage.keys((name) => skipped.push(name))) keys.push(key);
  expect(keys).toEqual(['videos/x/clean.mp4']);
  expect(skipped.toSorted()).toEqual([
    ...['.DS_Store', '@eaDir', 'Thumbs.db', 'lost+found', 'videos/.DS_Store', 'videos/x/._clean.mp4'],
  ]);
  expect(await storage.list('videos')).toEqual(['videos/x']);
  expect(await storage.list('videos/x')).toEqual(['videos/x/clean.mp4']);
});

test('an object that cannot be read is named', async () => {
  const storage = openIn('unreadable');
  await storage.putBytes('videos/x', new Uint8Array([1]));
  await rm(path.join(root, 'unreadable/videos/x'));
  await symlink('x', path.join(root, 'unreadable/videos/x'));
  await expect(storage.read('videos/x')).rejects.toThrow('videos/x');
});
