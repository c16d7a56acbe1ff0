import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ByteRange } from '#server/platform/files/byte-range.ts';
import {
  type Storage,
  StorageNotFoundError,
  UnsatisfiableRangeError,
} from '#server/providers/storage/types.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

/** Larger than a single request to a store, and without repetition. */
const large = Buffer.alloc(20 * 1024 * 1024 + 7);
for (let at = 0; at + 4 <= large.length; at += 4) large.writeUInt32LE(Math.imul(at, 2654435761) >>> 0, at);

/** The contract of every storage; `open` returns an empty one. */
export function describeStorage(open: () => Promise<Storage>): void {
  let storage: Storage;
  let folder: string;
  beforeAll(async () => {
    storage = await open();
    folder = await mkdtemp(path.join(tmpdir(), 'memori-storage-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const allKeys = async () => {
    const keys: string[] = [];
    for await (const key of storage.keys()) keys.push(key);
    return keys;
  };
  const contentOf = async (key: string) => (await buffer(await storage.read(key))).toString();

  test('reads a stored object, whole or a range', async () => {
    await storage.putBytes('parts/b.bin', bytes('0123456789'));
    expect(await contentOf('parts/b.bin')).toBe('0123456789');
    const part = async (range: ByteRange) => {
      const { bytes: size, span, body } = await storage.open('parts/b.bin', range);
      return [(await buffer(body)).toString(), span, size];
    };
    expect(await part({ start: 2, end: 4 })).toEqual(['234', { start: 2, end: 4 }, 10]);
    expect(await part({ start: 7 })).toEqual(['789', { start: 7, end: 9 }, 10]);
    expect(await part({ start: 7, end: 99 })).toEqual(['789', { start: 7, end: 9 }, 10]);
    expect(await part({ last: 2 })).toEqual(['89', { start: 8, end: 9 }, 10]);
    expect(await part({ last: 11 })).toEqual(['0123456789', { start: 0, end: 9 }, 10]);
    for (const nothing of [{ start: 10 }, { start: 10, end: 11 }, { last: 0 }])
      await expect(storage.open('parts/b.bin', nothing)).rejects.toThrow(UnsatisfiableRangeError);
    const whole = await storage.open('parts/b.bin');
    expect([(await buffer(whole.body)).toString(), whole.span, whole.bytes]).toEqual([
      '0123456789',
      null,
      10,
    ]);
    expect(await storage.stat('parts/b.bin')).toMatchObject({ bytes: 10 });
    const copy = path.join(folder, 'copy');
    await storage.fetchToFile('parts/b.bin', copy);
    expect(await readFile(copy, 'utf8')).toBe('0123456789');
  });

  test('reports when an object was written', async () => {
    const before = Date.now();
    await storage.putBytes('timed', bytes('x'));
    const { modifiedAt = new Date(0) } = (await storage.stat('timed')) ?? {};
    // Some have a resolution of whole seconds.
    expect(modifiedAt.getTime()).toBeGreaterThan(before - 2_000);
    expect(modifiedAt.getTime()).toBeLessThan(Date.now() + 2_000);
  });

  test('stores empty objects', async () => {
    await storage.putBytes('empty', bytes(''));
    expect(await storage.stat('empty')).toMatchObject({ bytes: 0 });
    expect(await contentOf('empty')).toBe('');
  });

  test('reads a large file and any range of it unchanged', async () => {
    const source = path.join(folder, 'large');
    await writeFile(source, large);
    await storage.putFile('large.mp4', source);
    expect(await storage.stat('large.mp4')).toMatchObject({ bytes: 20_971_527 });
    const back = path.join(folder, 'large-back');
    await storage.fetchToFile('large.mp4', back);
    expect((await readFile(back)).equals(large)).toBe(true);
    const range = { start: 8_388_600, end: 8_388_620 };
    const part = await buffer((await storage.open('large.mp4', range)).body);
    expect(part.equals(large.subarray(8_388_600, 8_388_621))).toBe(true);
  });

  test('an abandoned read releases its resources, even before the first byte', async () => {
    await storage.putBytes('left', Buffer.alloc(4_000_000));
    for (let reader = 0; reader < 40; reader += 1) {
      const reading = await storage.read('left');
      if (reader % 2 === 0) for await (const _chunk of reading) break;
      const closed = new Promise((resolve) => reading.once('close', resolve));
      if (!reading.closed) {
        reading.destroy();
        await closed;
      }
    }
    expect(await storage.stat('left')).toMatchObject({ bytes: 4_000_000 });
  });

  test('a second write replaces the first one', async () => {
    await storage.putBytes('twice', bytes('first'));
    const source = path.join(folder, 'second');
    await writeFile(source, 'second');
    await storage.putFile('twice', source);
    expect(await contentOf('twice')).toBe('second');
  });

  test('of eight concurrent creates of an object, one succeeds', async () => {
    const made = await Promise.all(
      ['0', '1', '2', '3', '4', '5', '6', '7'].map((text) => storage.create('once', bytes(text))),
    );
    expect(made.filter(Boolean)).toEqual([true]);
    expect(await contentOf('once')).toBe(String(made.indexOf(true)));
    expect(await storage.create('once', bytes('late'))).toBe(false);
    expect(await contentOf('once')).toBe(String(made.indexOf(true)));
  });

  test('lists one level, and removes a prefix but not its siblings', async () => {
    await storage.putBytes('t/one/a', bytes('a'));
    await storage.putBytes('t/one/b/c', bytes('b'));
    await storage.putBytes('t/one-more/a', bytes('c'));
    await storage.putBytes('t/one.mp4', bytes('d'));
    expect((await storage.list('t')).sort()).toEqual(['t/one', 't/one-more', 't/one.mp4']);
    await storage.remove('t/one');
    await storage.remove('t/never-there');
    await storage.remove('t/one.mp4');
    expect(await storage.list('t')).toEqual(['t/one-more']);
    expect(await storage.list('nothing')).toEqual([]);
  });

  test('lists the keys of all objects', async () => {
    const keys = Array.from({ length: 12 }, (_, index) => `all/${index % 3}/x_${index}.y-z`).sort();
    for (const key of keys) await storage.putBytes(key, bytes('x'));
    const found = await allKeys();
    expect(found.filter((key) => key.startsWith('all/')).sort()).toEqual(keys);
  });

  test('reports missing objects', async () => {
    expect(await storage.stat('no')).toBeNull();
    await expect(storage.read('no')).rejects.toThrow(StorageNotFoundError);
    await expect(storage.open('no', { start: 0 })).rejects.toThrow(StorageNotFoundError);
    await expect(storage.fetchToFile('no', path.join(folder, 'no'))).rejects.toThrow(StorageNotFoundError);
    await expect(stat(path.join(folder, 'no'))).rejects.toThrow('ENOENT');
  });

  test('putting a missing file creates no object', async () => {
    await expect(storage.putFile('missing', path.join(folder, 'missing'))).rejects.toThrow('ENOENT');
    expect(await storage.stat('missing')).toBeNull();
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
  ])('rejects an invalid key: %j', async (key) => {
    const inFile = async () => storage.fetchToFile(key, path.join(folder, 'odd'));
    await expect(async () => storage.putBytes(key, bytes('x'))).rejects.toThrow(TypeError);
    await expect(async () => storage.create(key, bytes('x'))).rejects.toThrow(TypeError);
    await expect(async () => storage.stat(key)).rejects.toThrow(TypeError);
    await expect(async () => storage.read(key)).rejects.toThrow(TypeError);
    await expect(async () => storage.open(key)).rejects.toThrow(TypeError);
    await expect(inFile).rejects.toThrow(TypeError);
    await expect(async () => storage.remove(key)).rejects.toThrow(TypeError);
    await expect(async () => storage.list(key)).rejects.toThrow(TypeError);
  });

  test('checks that it can write, and leaves nothing behind', async () => {
    await expect(storage.check()).resolves.toBeUndefined();
    const found = await allKeys();
    expect(found.filter((key) => key.startsWith('check-'))).toEqual([]);
  });
}
