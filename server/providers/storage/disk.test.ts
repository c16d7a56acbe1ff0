import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createDiskStorage } from './disk.ts';
import { type Storage, StorageNotFoundError } from './types.ts';

let root: string;
let storage: Storage;
beforeEach(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'memori-storage-'));
  storage = createDiskStorage(path.join(root, 'media'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const bytes = (text: string) => new TextEncoder().encode(text);

test('gives back what was put, whole or in part', async () => {
  await storage.putBytes('a/b.bin', bytes('0123456789'));
  expect(await buffer(await storage.read('a/b.bin'))).toEqual(Buffer.from('0123456789'));
  expect(await buffer(await storage.read('a/b.bin', { start: 2, end: 4 }))).toEqual(Buffer.from('234'));
  expect(await storage.stat('a/b.bin')).toMatchObject({ bytes: 10 });
  const copy = path.join(root, 'copy');
  await storage.fetchToFile('a/b.bin', copy);
  expect(await readFile(copy, 'utf8')).toBe('0123456789');
});

test('takes a file over and leaves no temporary file behind', async () => {
  const source = path.join(root, 'source');
  await writeFile(source, 'film');
  await storage.putFile('videos/x/clean.mp4', source);
  expect(await buffer(await storage.read('videos/x/clean.mp4'))).toEqual(Buffer.from('film'));
  expect(await readdir(path.join(root, 'media/.incoming'))).toEqual([]);
});

test('what a writer that died left half-written is removed, what is being written is not', async () => {
  await storage.putBytes('a', bytes('whole'));
  const [dead, alive] = ['dead', 'alive'].map((name) => path.join(root, 'media/.incoming', name));
  for (const file of [dead!, alive!]) await writeFile(file, 'ha');
  const now = Date.now();
  await utimes(dead!, new Date(now - 3_600_000), new Date(now - 3_600_000));
  await storage.removeUnfinished(new Date(now - 60_000));
  expect(await readdir(path.join(root, 'media/.incoming'))).toEqual(['alive']);
  expect(await storage.stat('a')).toMatchObject({ bytes: 5 });
});

test('a put that fails leaves neither the object nor a temporary file', async () => {
  await expect(storage.putFile('videos/y.mp4', path.join(root, 'missing'))).rejects.toThrow('ENOENT');
  expect(await storage.stat('videos/y.mp4')).toBeNull();
  expect(await readdir(path.join(root, 'media/.incoming'))).toEqual([]);
});

test('lists one level, removes a prefix and nothing beside it', async () => {
  await storage.putBytes('t/one/a', bytes('a'));
  await storage.putBytes('t/one/b', bytes('b'));
  await storage.putBytes('t/one-more/a', bytes('c'));
  expect((await storage.list('t')).sort()).toEqual(['t/one', 't/one-more']);
  await storage.remove('t/one');
  await storage.remove('t/never-there');
  expect(await storage.list('t')).toEqual(['t/one-more']);
  expect(await storage.list('nothing')).toEqual([]);
});

test('says what is not there', async () => {
  expect(await storage.stat('no')).toBeNull();
  await expect(storage.read('no')).rejects.toThrow(StorageNotFoundError);
  await expect(storage.fetchToFile('no', path.join(root, 'copy'))).rejects.toThrow(StorageNotFoundError);
});

test.each([
  '../up',
  'a/../../up',
  '/etc/passwd',
  'a//b',
  '',
  '.hidden',
  'a/.incoming',
  'A',
  'a\\b',
  'a/b\0',
  'a/ b',
])('no key from outside names a path: %j', async (key) => {
  await expect(async () => storage.putBytes(key, bytes('x'))).rejects.toThrow(TypeError);
  await expect(async () => storage.read(key)).rejects.toThrow(TypeError);
  await expect(async () => storage.remove(key)).rejects.toThrow(TypeError);
});

test('checks that it can write', async () => {
  await expect(storage.check()).resolves.toBeUndefined();
  await writeFile(path.join(root, 'file'), '');
  await expect(createDiskStorage(path.join(root, 'file')).check()).rejects.toThrow();
});
