import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { restoreBackup } from '#server/features/backup/restore.ts';
import type { BackupEnd } from '#server/features/backup/write.ts';
import { createDiskStorage } from '#server/providers/storage/disk.ts';
import type { Storage } from '#server/providers/storage/types.ts';
import { createTestDatabase, type TestDatabase } from './database.ts';

/** Another Memori with the contents of a backup. */
export interface Restored extends TestDatabase {
  end: BackupEnd;
  storage: Storage;
  dataDir: string;
  close(): Promise<void>;
}

const migrations = path.resolve(import.meta.dirname, '../../prisma/migrations');

/** Restores a backup into a separate database and folder, its files into `elsewhere` if given. */
export async function restoreElsewhere(
  file: string,
  key: string | null = null,
  elsewhere?: Storage,
): Promise<Restored> {
  const database = await createTestDatabase();
  const dataDir = await mkdtemp(path.join(tmpdir(), 'memori-restored-'));
  const storage = elsewhere ?? createDiskStorage(path.join(dataDir, 'media'));
  const close = async () => {
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  };
  const options = { address: database.url, storage, dataDir, key, migrations };
  try {
    const end = await restoreBackup(file, { ...options, prepareQueue: () => Promise.resolve() });
    return { ...database, end, storage, dataDir, close };
  } catch (error) {
    await close();
    throw error;
  }
}
