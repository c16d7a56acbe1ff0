import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Encrypter } from 'age-encryption';
import { type Pack, pack } from 'tar-stream';
import { connectUnlimited, type DatabaseAddress } from '../../platform/database-connection.ts';
import { type Storage, StorageNotFoundError } from '../../providers/storage/types.ts';
import { backupMark } from './mark.ts';
import { type DatabaseDump, dumpDatabase } from './dump.ts';

/** The form that is written; a restore refuses others. */
export const backupFormat = 1;

/** What is read last: a backup without it was cut short. */
export interface BackupEnd {
  format: number;
  createdAt: string;
  /** Which of the folders `database-N` counts. */
  snapshot: number;
  dump: DatabaseDump;
  objects: number;
}

export interface BackupOptions {
  address: string | DatabaseAddress;
  storage: Storage;
  /** DATA_DIR: its own certificates and legal pages are kept as well. */
  dataDir: string;
  /** Encrypts the backup (https://age-encryption.org); null for none. */
  key: string | null;
}

/** Folders of DATA_DIR, beside the stored files, that are worth keeping. */
const ownFolders = ['credentials', 'legal'];

/** Snapshots that are tried until one names nothing that went away meanwhile. */
const mostSnapshots = 5;

/**
 * Writes database and files, consistent with each other, as one file, while Memori goes on working. Returns how much it
 * holds. Throws, and leaves no file, if it can't be made whole.
 *
 * Files first, then the database at one moment, then the files that have come since: what the rows name is there, but for
 * what came and went between two looks at the storage; then the last two steps are done again, and take less time each
 * time. Files never change, so it does not matter when one was read.
 */
export async function writeBackup(
  target: string,
  options: BackupOptions,
): Promise<{ objects: number; bytes: number }> {
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-backup-'));
  const unfinished = `${target}.unfinished`;
  try {
    const archive = pack();
    const written = { objects: 0 };
    const fill = async () => {
      written.objects = await fillArchive(archive, folder, options);
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
    return { ...written, bytes: (await stat(target)).size };
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

async function fillArchive(archive: Pack, folder: string, options: BackupOptions): Promise<number> {
  const { address, storage, dataDir } = options;
  for (const name of ownFolders) await addFolder(archive, path.join(dataDir, name), `data/${name}`);
  const added = new Set<string>();
  await addNewObjects(archive, storage, added);
  const client = await connectUnlimited(address, 'memori backup');
  try {
    for (let snapshot = 1; snapshot <= mostSnapshots; snapshot += 1) {
      const { dump, keys } = await dumpDatabase(client, folder);
      await addNewObjects(archive, storage, added);
      if (!isComplete(keys, added)) continue;
      await addFolder(archive, folder, `database-${snapshot}`);
      const end: BackupEnd = {
        ...{ format: backupFormat, createdAt: new Date().toISOString(), snapshot, dump },
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

/** True where each key is an object that was added, or the prefix of one. */
function isComplete(keys: readonly string[], added: ReadonlySet<string>): boolean {
  const prefixes = new Set<string>();
  for (const key of added) {
    const parts = key.split('/');
    for (let length = 1; length <= parts.length; length += 1) prefixes.add(parts.slice(0, length).join('/'));
  }
  return keys.every((key) => prefixes.has(key));
}

async function addNewObjects(archive: Pack, storage: Storage, added: Set<string>): Promise<void> {
  for await (const key of storage.keys()) {
    if (added.has(key)) continue;
    const found = await storage.stat(key);
    if (!found) continue;
    try {
      await addStream(archive, `media/${key}`, found.bytes, await storage.read(key));
    } catch (error) {
      // Deleted since it was listed.
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
