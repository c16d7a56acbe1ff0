import { chmod, lstat, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restrictToOwner } from './file-modes.ts';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'memori-modes-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

async function put(file: string, mode: number): Promise<void> {
  await mkdir(path.dirname(path.join(dataDir, file)), { recursive: true });
  await writeFile(path.join(dataDir, file), '');
  await chmod(path.join(dataDir, file), mode);
}

/** Octal modes by path below the data folder; `.` is the folder itself. */
async function modes(): Promise<Record<string, string>> {
  const names = ['.', ...(await readdir(dataDir, { recursive: true }))].sort();
  const found = names.map(async (name) => {
    const { mode } = await lstat(path.join(dataDir, name));
    return [name, (mode & 0o777).toString(8)] as const;
  });
  return Object.fromEntries(await Promise.all(found));
}

test.skipIf(process.platform === 'win32')(
  'restricts files and folders to their owner, except the PostgreSQL folder',
  async () => {
    await put('media/tasks/a/video.mp4', 0o644);
    await put('outbox/a.eml', 0o666);
    await put('stripe-sandbox.json', 0o640);
    await put('postgres/PG_VERSION', 0o640);
    for (const folder of ['', 'media', 'media/tasks', 'media/tasks/a', 'outbox', 'postgres'])
      await chmod(path.join(dataDir, folder), 0o755);
    await restrictToOwner(dataDir);
    expect(await modes()).toEqual({
      '.': '700',
      media: '700',
      'media/tasks': '700',
      'media/tasks/a': '700',
      'media/tasks/a/video.mp4': '600',
      outbox: '700',
      'outbox/a.eml': '600',
      postgres: '755',
      'postgres/PG_VERSION': '640',
      'stripe-sandbox.json': '600',
    });
    await restrictToOwner(path.join(dataDir, 'new', 'one'));
    expect((await modes())['new/one']).toBe('700');
  },
);
