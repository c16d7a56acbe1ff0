import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { halfSize } from '#tests/support/animation.ts';
import { ledgerFaults } from '#tests/support/ledger.ts';
import { portrait } from '#tests/support/photos.ts';
import { restoreElsewhere } from '#tests/support/restored.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { followTask, newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { grant } from '../credits/ledger.ts';
import { sortByParents } from './tables.ts';
import { writeBackup } from './write.ts';

let memori: TestServer;
let visitor: Visitor;
let taskId: string;
let folder: string;
beforeAll(async () => {
  memori = await startTestServer({ wrapVideo: halfSize });
  folder = await mkdtemp(path.join(tmpdir(), 'memori-backups-'));
  visitor = await newVisitor(memori.url);
  ({ taskId } = (await (await visitor.generate(await portrait())).json()) as { taskId: string });
  await followTask(memori, visitor.userId, taskId);
  // The row of a test token's user references another row of its own table.
  const token = await visitor.post('/api/tokens', { name: 'T', scopes: ['read'], test: true });
  const { token: secret } = (await token.json()) as { token: string };
  await fetch(`${memori.url}/api/video/tasks`, { headers: { authorization: `Bearer ${secret}` } });
  await mkdir(path.join(memori.dataDir, 'legal/en'), { recursive: true });
  await writeFile(path.join(memori.dataDir, 'legal/en/privacy.md'), '# Ours');
});
afterAll(async () => {
  await memori.close();
  await rm(folder, { recursive: true, force: true });
});

const backUp = async (name: string, key: string | null = null, storage = memori.deps.storage) => {
  const file = path.join(folder, name);
  const address = memori.deps.env.DATABASE_URL ?? '';
  return { file, ...(await writeBackup(file, { address, storage, dataDir: memori.dataDir, key })) };
};

/** Every row of every table, in a deterministic order. */
async function allRows({ pool }: { pool: TestServer['deps']['pool'] }): Promise<Record<string, string[]>> {
  const { rows: tables } = await pool.query<{ name: string }>(
    `SELECT table_name AS name FROM information_schema.tables
     WHERE table_schema = 'public' AND table_name NOT IN ('_prisma_migrations', 'rate_limit', 'installation')`,
  );
  const found: Record<string, string[]> = {};
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`SELECT t::text AS row FROM "${name}" t ORDER BY 1`);
    found[name] = rows.map(({ row }) => row);
  }
  return found;
}

test('a backup restores every row and every byte elsewhere, and the restored copy is usable', async () => {
  const { file, objects } = await backUp('whole.tar');
  const restored = await restoreElsewhere(file);
  const before = await allRows(memori.deps);
  expect(Object.values(before).flat().length).toBeGreaterThan(5);
  expect(await allRows(restored.database)).toEqual(before);
  const tester = { where: { testOf: visitor.userId } };
  expect(await restored.database.db.user.count(tester)).toBe(1);
  const keys = [];
  for await (const key of memori.deps.storage.keys()) {
    keys.push(key);
    const [here, there] = [memori.deps.storage, restored.storage].map(async (each) =>
      buffer(await each.read(key)),
    );
    expect(await there).toEqual(await here);
  }
  expect(keys.filter((key) => key.startsWith(`tasks/${taskId}/`)).length).toBeGreaterThan(3);
  expect(objects).toBe(keys.length);
  expect(await readFile(path.join(restored.dataDir, 'legal/en/privacy.md'), 'utf8')).toBe('# Ours');
  // Sequences continue from their restored values.
  const { userId } = visitor;
  expect(await grant(restored.database.db, { userId, amount: 3, reference: 'cs_after' })).toBe(true);
  expect(await ledgerFaults(restored.database.pool, userId)).toEqual([]);
  await restored.close();
});

test('a backup is encrypted if a key is set, and opens with that key only', async () => {
  const { file } = await backUp('secret.tar.age', 'a long and secret word');
  const bytes = await readFile(file);
  expect(bytes.subarray(0, 21).toString()).toBe('age-encryption.org/v1');
  expect(bytes.includes(visitor.email)).toBe(false);
  expect((await readFile((await backUp('open.tar')).file)).includes(visitor.email)).toBe(true);
  await expect(restoreElsewhere(file)).rejects.toThrow(
    'This backup is encrypted: set BACKUP_KEY to its key.',
  );
  await expect(restoreElsewhere(file, 'another secret word')).rejects.toThrow(
    'BACKUP_KEY is not the key of this backup.',
  );
  const restored = await restoreElsewhere(file, 'a long and secret word');
  expect(await restored.database.db.videoTask.count({ where: { id: taskId } })).toBe(1);
  await restored.close();
});

test.each([
  ['at its end', 2048],
  ['in the middle of a file', 200_000],
])('a backup truncated %s is refused', async (_where, missing) => {
  const { file, bytes } = await backUp(`short-${missing}.tar`);
  await truncate(file, bytes - missing);
  await expect(restoreElsewhere(file)).rejects.toMatchObject({ name: 'RestoreError' });
});

test('files added or deleted during the backup are included for every row that names them', async () => {
  const { db, storage } = memori.deps;
  const own = { userId: visitor.userId, provider: 'local', prompt: '', originalFilename: 'a.jpg' };
  const late = async () => {
    await storage.putBytes('tasks/late/photo.jpg', new Uint8Array([1]));
    await db.videoTask.create({ data: { ...own, id: 'late', photoKey: 'tasks/late/photo.jpg' } });
  };
  await storage.putBytes('tasks/early/photo.jpg', new Uint8Array([2]));
  let listings = 0;
  const meddling = {
    ...storage,
    async *keys() {
      listings += 1;
      yield* storage.keys();
      if (listings > 1) return;
      // Between files and database, one file is added and one already read is deleted.
      await late();
      await storage.remove('tasks/early');
    },
  };
  const { file } = await backUp('meddled.tar', null, meddling);
  const restored = await restoreElsewhere(file);
  expect(await restored.database.db.videoTask.count({ where: { id: 'late' } })).toBe(1);
  expect(await restored.storage.stat('tasks/late/photo.jpg')).toMatchObject({ bytes: 1 });
  await restored.close();
  await db.videoTask.delete({ where: { id: 'late' } });
});

test('the backup fails and leaves no file if rows name missing files', async () => {
  const own = { userId: visitor.userId, provider: 'local', prompt: '', originalFilename: 'a.jpg' };
  await memori.deps.db.videoTask.create({ data: { ...own, id: 'torn', photoKey: 'tasks/torn/photo.jpg' } });
  await expect(backUp('torn.tar')).rejects.toThrow('Files that the database names are not in the storage');
  expect((await readdir(folder)).filter((name) => name.startsWith('torn'))).toEqual([]);
  await memori.deps.db.videoTask.delete({ where: { id: 'torn' } });
});

test('npm run backup and npm run restore work as single commands, and refuse to restore over existing accounts', async () => {
  const script = (name: string) => path.resolve(import.meta.dirname, `../../../scripts/${name}.ts`);
  const file = path.join(folder, 'by-hand.tar');
  const run = (name: string, settings: object) =>
    promisify(execFile)(process.execPath, [script(name), file], { env: { ...process.env, ...settings } });
  const here = { DATABASE_URL: memori.deps.env.DATABASE_URL, DATA_DIR: memori.dataDir };
  expect((await run('backup', here)).stdout).toMatch(/the database and \d+ files, [\d.]+ MB, not encrypted/);
  await expect(run('backup', here)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('is there already'),
  });
  await expect(run('restore', here)).rejects.toMatchObject({
    code: 1,
    stderr:
      'Nothing was restored: There are accounts already: a backup can only be restored into an empty Memori.\n',
  });
  // Into an empty data folder, without even a database.
  const fresh = await mkdtemp(path.join(tmpdir(), 'memori-fresh-'));
  const { DATABASE_URL: _none, ...rest } = process.env;
  const { stdout } = await promisify(execFile)(process.execPath, [script('restore'), file], {
    env: { ...rest, DATA_DIR: fresh },
  });
  expect(stdout).toMatch(/^Restored as of \d{4}-\d\d-\d\dT.*: the database and \d+ files\.\n$/);
  await rm(fresh, { recursive: true, force: true });
});

test('tables are filled after the tables they reference, and a cycle is an error', () => {
  const tables = ['a', 'b', 'c'].map((name) => ({ name }));
  const keys = [
    { child: 'a', parent: 'b' },
    { child: 'b', parent: 'c' },
  ];
  expect(sortByParents(tables, keys).map(({ name }) => name)).toEqual(['c', 'b', 'a']);
  expect(() => sortByParents(tables, [...keys, { child: 'c', parent: 'a' }])).toThrow(
    'Tables name each other: a, b, c',
  );
});
