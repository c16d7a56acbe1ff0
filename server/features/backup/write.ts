import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Encrypter } from 'age-encryption';
import { type Pack, pack } from 'tar-stream';
import { connectUnlimited, type DatabaseAddress } from '#server/platform/database/connection.ts';
import { type Storage, StorageNotFoundError } from '#server/providers/storage/types.ts';
import { backupMark } from './exclusive-access.ts';
import { type DatabaseDump, dumpDatabase } from './dump.ts';

/** The format version; a restore rejects others. */
export const backupFormat = 1;

/** The last entry of the archive: a backup without it was truncated. */
export interface BackupEnd {
  format: number;
  createdAt: string;
  /** The number N of the valid `database-N` folder. */
  snapshot: number;
  dump: DatabaseDump;
  objects: number;
}

export interface BackupOptions {
  address: string | DatabaseAddress;
  storage: Storage;
  /** DATA_DIR: its certificates and legal pages are included. */
  dataDir: string;
  /** The passphrase that encrypts the backup (https://age-encryption.org); null for no encryption. */
  key: string | null;
}

export interface WrittenBackup {
  objects: number;
  bytes: number;
  /** What others have put among the stored files, such as `.DS_Store`: it is in no backup. */
  skipped: string[];
}

/** Folders of DATA_DIR to include in addition to the stored files. */
const ownFolders = ['credentials', 'legal'];

/** Attempts to get a snapshot that references no file deleted meanwhile. */
const maxSnapshots = 5;

/**
 * Writes the database and the files, consistent with each other, into one file while Memori keeps running. Returns the
 * size and the number of objects. Throws, and leaves no file, if it can't be completed.
 *
 * Order: files first, then a snapshot of the database, then the files added since. Every file that the rows reference
 * is then included, except one that was created and deleted between two listings of the storage; in that case the last
 * two steps are repeated, each time faster. Files are immutable, so it does not matter when each is read.
 */
export async function writeBackup(target: string, options: BackupOptions): Promise<WrittenBackup> {
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-backup-'));
  const unfinished = `${target}.unfinished`;
  try {
    const archive = pack();
    const skipped = new Set<string>();
    let objects = 0;
    const fill = async () => {
      objects = await fillArchive(archive, folder, options, skipped);
    };
    const [filling, writing] = await Promise.allSettled([
      fill().catch((error: unknown) => {
        archive.destroy(error as Error);
        throw error;
      }),
      writeStream(archive, unfinished, options.key),
    ]);
    if (filling.status === 'rejected') throw filling.reason;
    if (writing.status === 'rejected') throw writing.reason;
    await rename(unfinished, target);
    await writeFile(path.join(options.dataDir, backupMark), '');
    return { objects, bytes: (await stat(target)).size, skipped: [...skipped] };
  } finally {
    await rm(unfinished, { force: true });
    await rm(folder, { recursive: true, force: true });
  }
}

async function writeStream(archive: Pack, file: string, key: string | null): Promise<void> {
  const out = createWriteStream(file, { mode: 0o600, flush: true });
  if (key === null) return pipeline(archive, out);
  const encrypter = new Encrypter();
  encrypter.setPassphrase(key);
  const plain = Readable.toWeb(Readable.from(archive)) as ReadableStream<Uint8Array>;
  await pipeline(Readable.fromWeb((await encrypter.encrypt(plain)) as never), out);
}

async function fillArchive(
  archive: Pack,
  folder: string,
  options: BackupOptions,
  skipped: Set<string>,
): Promise<number> {
  const { address, storage, dataDir } = options;
  for (const name of ownFolders) await addFolder(archive, path.join(dataDir, name), `data/${name}`);
  const added = new Set<string>();
  const addNew = () => addNewObjects(archive, storage, added, skipped);
  await addNew();
  const client = await connectUnlimited(address, 'memori backup');
  try {
    for (let snapshot = 1; snapshot <= maxSnapshots; snapshot += 1) {
      const { dump, keys } = await dumpDatabase(client, folder);
      await addNew();
      if (!isComplete(keys, added)) continue;
      await addFolder(archive, folder, `database-${snapshot}`);
      const end: BackupEnd = {
        format: backupFormat,
        createdAt: new Date().toISOString(),
        snapshot,
        dump,
        objects: added.size,
      };
      await addBytes(archive, 'end.json', Buffer.from(JSON.stringify(end)));
      archive.finalize();
      return added.size;
    }
  } finally {
    await client.end();
  }
  throw new Error(
    'Files that the database names are not in the storage: nothing was backed up. See the runbook.',
  );
}

/** True if each key is that of an added object, or a prefix of one. */
function isComplete(keys: readonly string[], added: ReadonlySet<string>): boolean {
  const prefixes = new Set<string>();
  for (const key of added) {
    const parts = key.split('/');
    for (let length = 1; length <= parts.length; length += 1) prefixes.add(parts.slice(0, length).join('/'));
  }
  return keys.every((key) => prefixes.has(key));
}

async function addNewObjects(
  archive: Pack,
  storage: Storage,
  added: Set<string>,
  skipped: Set<string>,
): Promise<void> {
  for await (const key of storage.keys((name) => skipped.add(name))) {
    if (added.has(key)) continue;
    const found = await storage.stat(key);
    if (!found) continue;
    try {
      await addStream(archive, `media/${key}`, found.bytes, await storage.read(key));
    } catch (error) {
      // Deleted after it was listed.
      if (error instanceof StorageNotFoundError) continue;
      throw error;
    }
    added.add(key);
  }
}

async function addStream(archive: Pack, name: string, size: number, source: Readable): Promise<void> {
  await pipeline(source, archive.entry({ name, size, mode: 0o600 }));
}

function addBytes(archive: Pack, name: string, bytes: Buffer): Promise<void> {
  return addStream(archive, name, bytes.length, Readable.from([bytes]));
}

async function addFolder(archive: Pack, folder: string, name: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  for (const entry of entries.filter((each) => each.isFile())) {
    const file = path.join(entry.parentPath, entry.name);
    const inside = path.relative(folder, file).split(path.sep).join('/');
    await addStream(archive, `${name}/${inside}`, (await stat(file)).size, createReadStream(file));
  }
}
