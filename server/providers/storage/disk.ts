import { createReadStream } from 'node:fs';
import { chmod, copyFile, link, mkdir, open, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { spanOf } from '#server/platform/files/byte-range.ts';
import { createId } from '#server/platform/ids.ts';
import {
  assertKey,
  isDiskFull,
  isKey,
  type Storage,
  StorageNotFoundError,
  StorageUnavailableError,
  UnsatisfiableRangeError,
} from './types.ts';

function isCode(error: unknown, ...codes: string[]): boolean {
  return error instanceof Error && 'code' in error && codes.includes(String(error.code));
}

function notFound(error: unknown): never {
  if (isCode(error, 'ENOENT', 'ENOTDIR', 'EISDIR'))
    throw new StorageNotFoundError('no such object', { cause: error });
  throw error;
}

async function syncFile(filePath: string): Promise<void> {
  await using handle = await open(filePath, 'r+');
  await handle.sync();
}

/** A new file name survives a power failure once its folder is synced. */
async function syncFolder(folder: string): Promise<void> {
  await using handle = await open(folder, 'r');
  await handle.sync();
}

async function filesIn(folder: string): Promise<string[]> {
  try {
    return (await readdir(folder)).map((name) => path.join(folder, name));
  } catch (error) {
    if (isCode(error, 'ENOENT')) return [];
    throw error;
  }
}

const keyOf = (root: string, file: string): string => path.relative(root, file).split(path.sep).join('/');

/** The keys of all files below a folder except incomplete ones. */
async function* walk(
  root: string,
  folder: string,
  skip?: (name: string) => void,
): AsyncGenerator<string, void, undefined> {
  for (const file of await filesIn(folder)) {
    if (path.basename(file) === '.incoming') continue;
    const key = keyOf(root, file);
    if (!isKey(key)) {
      skip?.(key);
      continue;
    }
    const found = await stat(file).catch(() => null);
    if (found?.isDirectory()) yield* walk(root, file, skip);
    else if (found) yield key;
  }
}

/**
 * Stores objects as files below `root`. They are written under a temporary name, synced, then renamed, so that an
 * object appears whole or not at all. Throws StorageUnavailableError if the disk is full or can't be written.
 */
export function createDiskStorage(root: string): Storage {
  const incoming = path.join(root, '.incoming');
  const pathOf = (key: string): string => {
    assertKey(key);
    return path.join(root, ...key.split('/'));
  };

  async function writeAtomically(
    key: string,
    write: (temporary: string) => Promise<void>,
    publish: (temporary: string, target: string) => Promise<void> = rename,
  ): Promise<void> {
    const target = pathOf(key);
    const temporary = path.join(incoming, createId());
    try {
      await mkdir(incoming, { recursive: true, mode: 0o700 });
      await write(temporary);
      await chmod(temporary, 0o600);
      await syncFile(temporary);
      await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
      await publish(temporary, target);
      await syncFolder(path.dirname(target));
    } catch (error) {
      throw isDiskFull(error) ? new StorageUnavailableError(error) : error;
    } finally {
      await rm(temporary, { force: true });
    }
  }

  return {
    putFile: (key, filePath) =>
      writeAtomically(key, async (temporary) => {
        try {
          await rename(filePath, temporary);
        } catch (error) {
          if (!isCode(error, 'EXDEV')) throw error;
          await copyFile(filePath, temporary);
        }
      }),
    putBytes: (key, bytes) =>
      writeAtomically(key, (temporary) => writeFile(temporary, bytes, { mode: 0o600 })),
    async create(key, bytes) {
      try {
        // `link` fails if the file exists; `rename` would replace it.
        await writeAtomically(key, (temporary) => writeFile(temporary, bytes, { mode: 0o600 }), link);
        return true;
      } catch (error) {
        if (isCode(error, 'EEXIST')) return false;
        throw error;
      }
    },
    async stat(key) {
      try {
        const found = await stat(pathOf(key));
        return found.isFile() ? { bytes: found.size, modifiedAt: found.mtime } : null;
      } catch (error) {
        if (isCode(error, 'ENOENT', 'ENOTDIR')) return null;
        throw error;
      }
    },
    async read(key) {
      return (await this.open(key)).body;
    },
    async open(key, range) {
      const handle = await open(pathOf(key), 'r').catch(notFound);
      try {
        const { size: bytes } = await handle.stat();
        const span = range ? spanOf(range, bytes) : null;
        if (range && !span) throw new UnsatisfiableRangeError();
        return { bytes, span, body: createReadStream('', { fd: handle, ...span }) };
      } catch (error) {
        await handle.close();
        throw error;
      }
    },
    async fetchToFile(key, filePath) {
      await using source = await open(pathOf(key), 'r').catch(notFound);
      await using target = await open(filePath, 'wx', 0o600);
      await pipeline(source.createReadStream(), target.createWriteStream());
    },
    async remove(prefix) {
      await rm(pathOf(prefix), { recursive: true, force: true });
    },
    async list(prefix) {
      return (await filesIn(pathOf(prefix))).map((file) => keyOf(root, file)).filter(isKey);
    },
    keys: (skip) => walk(root, root, skip),
    async removeUnfinished(before) {
      for (const file of await filesIn(incoming)) {
        const { mtime } = await stat(file).catch(() => ({ mtime: before }));
        if (mtime < before) await rm(file, { force: true });
      }
    },
    async check() {
      const key = `check-${createId()}`;
      await this.putBytes(key, new Uint8Array([1]));
      await this.remove(key);
    },
  };
}
