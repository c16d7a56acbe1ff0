import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { type Storage, StorageNotFoundError } from '#server/providers/storage/types.ts';
import { MoveError } from './exclusive-access.ts';
import { type Journal, openJournal } from './move-journal.ts';

export interface MoveFilesOptions {
  source: Storage;
  target: Storage;
  /** The file that records what has been copied, from which the next call resumes. */
  journalFile: string;
  /** True if nothing writes to the source any more: the target is then made identical to it. */
  last: boolean;
  /** Called after each file, with the running totals. */
  onProgress(done: MovedFiles): void;
}

/** The files in the target, each compared with the source. */
export interface MovedFiles {
  files: number;
  bytes: number;
  /** What others have put among them, such as `.DS_Store`: it stays where it is. */
  skipped: string[];
}

const atOnce = 4;

/**
 * Copies every object of one storage to another and reads each copy back to compare it. The source is not changed. Can
 * be killed at any moment and called again. The last pass removes objects that an earlier pass copied and that the
 * source no longer has. Throws MoveError if a copy differs from its original.
 */
export async function moveFiles(options: MoveFilesOptions): Promise<MovedFiles> {
  const { source, target, last, onProgress } = options;
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-move-'));
  const journal = await openJournal(options.journalFile);
  const done: MovedFiles = { files: 0, bytes: 0, skipped: [] };
  const present = new Set<string>();
  try {
    await forEachAtOnce(
      source.keys((name) => done.skipped.push(name)),
      async (key) => {
        const bytes =
          (await copiedBefore(key, journal, target)) ?? (await copy(key, journal, options, folder));
        if (bytes === null) return;
        present.add(key);
        done.files += 1;
        done.bytes += bytes;
        onProgress(done);
      },
    );
    if (!last) return done;
    for (const key of journal.keys()) {
      if (present.has(key)) continue;
      await target.remove(key);
      await journal.forget(key);
    }
    await requireSame(source, present);
    return done;
  } finally {
    await journal.close();
    await rm(folder, { recursive: true, force: true });
  }
}

/** The object's size in bytes if an earlier call copied and compared it and it is still there, else null. */
async function copiedBefore(key: string, journal: Journal, target: Storage): Promise<number | null> {
  const bytes = journal.compared(key);
  return bytes !== null && (await target.stat(key))?.bytes === bytes ? bytes : null;
}

/** Copies an object and returns its size in bytes; null if it was deleted meanwhile. */
async function copy(
  key: string,
  journal: Journal,
  { source, target }: MoveFilesOptions,
  folder: string,
): Promise<number | null> {
  const file = path.join(folder, createHash('sha256').update(key).digest('hex'));
  try {
    await source.fetchToFile(key, file);
  } catch (error) {
    if (error instanceof StorageNotFoundError) return null;
    throw error;
  }
  const original = await digestOf(createReadStream(file));
  // Recorded before the copy exists: if the source is deleted between two calls, the copy must still be found.
  await journal.begin(key);
  await target.putFile(key, file);
  await rm(file, { force: true });
  const copied = await digestOf(await target.read(key));
  if (copied.sha256 !== original.sha256)
    throw new MoveError(`${key} differs between the store and the disk: nothing was switched over.`);
  await journal.end(key, original.bytes);
  return original.bytes;
}

async function digestOf(source: Readable): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { sha256: hash.digest('hex'), bytes };
}

/** Throws MoveError if the source has changed: something still writes to it. */
async function requireSame(source: Storage, moved: ReadonlySet<string>): Promise<void> {
  let files = 0;
  for await (const key of source.keys()) {
    files += 1;
    if (!moved.has(key))
      throw new MoveError(`${key} was added in the meantime: stop Memori and run this again.`);
  }
  if (files !== moved.size)
    throw new MoveError('Files were deleted in the meantime: stop Memori and run this again.');
}

/**
 * Runs `work` for each item with bounded concurrency; rejects with the first failure once those in flight have settled.
 */
async function forEachAtOnce<T>(all: AsyncIterable<T>, work: (one: T) => Promise<void>): Promise<void> {
  const source = all[Symbol.asyncIterator]();
  let failed = false;
  const workers = Array.from({ length: atOnce }, async () => {
    while (!failed) {
      const next = await source.next();
      if (next.done) return;
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  });
  const ended = await Promise.allSettled(workers);
  const failure = ended.find(({ status }) => status === 'rejected');
  if (failure?.status === 'rejected') throw failure.reason;
}
