import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '#tests/support/database.ts';
import { type MemoriProcess, spawnMemori } from '#tests/support/memori-process.ts';
import { hasObjectStore, type ObjectStore, startObjectStore } from '#tests/support/object-store.ts';
import { startOwnPostgres } from '#tests/support/own-postgres.ts';
import { portrait } from '#tests/support/photos.ts';
import { newVisitor, password } from '#tests/support/visitor.ts';
import { diskStorage, openStore } from '#server/composition/storage.ts';
import { readEnv } from '#server/config/env.ts';
import { versionProblem } from '#server/features/backup/move-database.ts';
import { connectUnlimited } from '#server/platform/database/connection.ts';
import type { Storage } from '#server/providers/storage/types.ts';

const script = path.join(import.meta.dirname, 'move.ts');

let folder: string;
let store: ObjectStore | null = null;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memori-moving-'));
  if (hasObjectStore) store = await startObjectStore();
});
afterAll(async () => {
  await store?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const surroundings = { PATH: process.env['PATH'] ?? '' };

const move = (settings: Record<string, string>, ...words: string[]) =>
  promisify(execFile)(process.execPath, [script, ...words], {
    cwd: folder,
    env: { ...surroundings, ...settings },
  });

const refused = (message: string) => ({ code: 1, stderr: `Not moved: ${message}\n` });

async function keysOf(storage: Storage): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of storage.keys()) keys.push(key);
  return keys.sort();
}

describe.skipIf(!hasObjectStore)('from the disk to Ceph', () => {
  let database: TestDatabase;
  let settings: Record<string, string>;
  let disk: Storage;
  let bucket: Storage;
  beforeAll(async () => {
    database = await createTestDatabase();
    const dataDir = path.join(folder, 'files');
    const where = { ...(await store?.createBucket()), STORAGE: 'disk' };
    settings = { ...where, DATA_DIR: dataDir, DATABASE_URL: database.url };
    disk = diskStorage({ DATA_DIR: dataDir });
    bucket = await openStore(readEnv(settings));
  });
  afterAll(async () => {
    await database?.drop();
  });

  async function expectMoved(): Promise<void> {
    const keys = await keysOf(disk);
    expect(await keysOf(bucket)).toEqual(keys);
    for (const key of keys.filter((_key, index) => index % 20 === 0))
      expect((await buffer(await bucket.read(key))).equals(await buffer(await disk.read(key)))).toBe(true);
  }

  /** Starts a move and kills it once it reports progress, after its first file. */
  async function killOnceAtWork(): Promise<void> {
    const child = spawn(process.execPath, [script, 'storage', '--ahead'], {
      cwd: folder,
      env: { ...surroundings, ...settings },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(child, 'exit');
    const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
    expect(line).toMatch(/^… \d+ files, [\d.]+ MB$/);
    child.kill('SIGKILL');
    expect(await ended).toEqual([null, 'SIGKILL']);
  }

  test('a killed move resumes, and in the end the bucket matches the disk', async () => {
    for (let index = 0; index < 600; index += 1)
      await disk.putBytes(`tasks/t${index}/photo.jpg`, Buffer.alloc(index * 10, index));
    await disk.putBytes('tasks/t1/run/clean.mp4', Buffer.alloc(20_000_000, 'film'));
    let begun: string[] = [];
    for (let kills = 0; kills < 2 || begun.length < 2; kills += 1) {
      await killOnceAtWork();
      begun = await keysOf(bucket);
    }
    expect(begun.length).toBeLessThan(601);
    // Meanwhile Memori keeps running: a copied file is deleted, a new one is added, and a copy is lost.
    const [deleted = '', lost = ''] = begun;
    await disk.remove(deleted);
    await bucket.remove(lost);
    await disk.putBytes('tasks/new/photo.jpg', Buffer.from('new'));
    const ahead = await move(settings, 'storage', '--ahead');
    expect(ahead.stdout).toMatch(
      /601 files, 2\d\.\d MB are in bucket-\d+, each compared\. Stop Memori, and run this/,
    );
    expect(await keysOf(bucket)).toContain(deleted);
    const last = await move(settings, 'storage');
    expect(last.stdout).toMatch(/601 files, .* each compared\. Now set STORAGE=s3 and start Memori\./);
    await expectMoved();
    expect((await keysOf(disk)).length).toBe(601);
    const journal = await readFile(path.join(folder, 'files/move-storage.jsonl'), 'utf8');
    expect(journal).not.toContain(settings['S3_SECRET_ACCESS_KEY']);
  });

  test('the last pass is refused while a Memori is running, and if files are in S3 already', async () => {
    const working = await connectUnlimited(database.url, 'memori');
    await expect(move(settings, 'storage')).rejects.toMatchObject(
      refused('Memori is running here: stop all of its web and worker processes first.'),
    );
    await working.end();
    await expect(move({ ...settings, STORAGE: 's3' }, 'storage')).rejects.toMatchObject(
      refused('STORAGE is already s3: set it to disk until all files are moved.'),
    );
  });
});

test.each(['storage disk', 'database mysql://localhost/x'])(
  '“move %s” is answered with the usage',
  async (words) => {
    await expect(move({ DATA_DIR: path.join(folder, 'unused') }, ...words.split(' '))).rejects.toMatchObject(
      refused('Usage: npm run move -- storage [--ahead], or npm run move -- database postgresql://…'),
    );
  },
);

test('the target must be as new as the source', () => {
  expect(versionProblem(180_001, 180_004)).toBeNull();
  expect(versionProblem(170_009, 180_000)).toBeNull();
  expect(versionProblem(180_001, 170_009)).toBe(
    'The target is PostgreSQL 17, older than the 18 that the data comes from.',
  );
});

async function stopped({ child, ended }: MemoriProcess): Promise<void> {
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
}

test('a family moves from the embedded database to another PostgreSQL, with the video that waits', async () => {
  // An S3 bucket must recognise its owner again.
  const settings = { DATA_DIR: path.join(folder, 'family'), ...(await store?.createBucket()) };
  await using postgres = await startOwnPostgres();
  const before = spawnMemori(folder, { ...settings, ROLE: 'web' });
  const { email, generate, userId } = await newVisitor(await before.ready);
  const { taskId } = (await (await generate(await portrait())).json()) as { taskId: string };
  await expect(move(settings, 'database', postgres.url)).rejects.toMatchObject(
    refused('Memori is running here: stop all of its web and worker processes first.'),
  );
  await stopped(before);

  const { stdout } = await move(settings, 'database', postgres.url);
  expect(stdout).toMatch(
    /^\d+ rows of \d+ tables and 2 waiting jobs are there, all compared, and the ledger adds up\. Now set DATABASE_URL/,
  );
  await expect(move(settings, 'database', postgres.url)).rejects.toMatchObject({
    stderr: expect.stringContaining('Not moved: The target is not empty: it has the table '),
  });

  const after = spawnMemori(folder, { ...settings, DATABASE_URL: postgres.url });
  const url = await after.ready;
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  expect(await response.json()).toMatchObject({ user: { id: userId, email } });
  const cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
  const status = async () => {
    const answer = await fetch(`${url}/api/video/status/${taskId}?wait=30`, { headers: { cookie } });
    return ((await answer.json()) as { status: string }).status;
  };
  await expect.poll(status).toBe('Success');
  await stopped(after);
});
