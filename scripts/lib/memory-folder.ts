import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readdirSync, rmSync, statSync, statfsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isAlive } from '#server/platform/child-process/processes.ts';

/**
 * Linux keeps the files of this folder in memory. Containers often give it only 64 MB, and forbid running programs from
 * it.
 */
const sharedMemory = '/dev/shm';
/** A run of all tests keeps less than 1 GB at any time; the browsers take as much. */
const neededBytes = 4e9;
const prefix = 'memori-tests-';

/** The free bytes of shared memory; 0 where there is none. */
export function freeSharedMemory(): number {
  try {
    const { bavail, bsize } = statfsSync(sharedMemory);
    return bavail * bsize;
  } catch {
    return 0;
  }
}

/**
 * Creates a folder in memory for the temporary files of this process and its children; it is removed when this process
 * exits, or, if that was killed, by the next call. Null if there is too little memory for it, or programs can't be run
 * from there.
 */
export function createMemoryFolder(needed = neededBytes): string | null {
  if (freeSharedMemory() < needed) return null;
  removeLeftovers();
  const folder = mkdtempSync(path.join(sharedMemory, `${prefix}${process.pid}-`));
  // As in any folder for temporary files, other users reach what they own: PostgreSQL does not run as root.
  chmodSync(folder, 0o711);
  if (!runsProgramsFrom(folder)) {
    remove(folder);
    return null;
  }
  process.once('exit', () => remove(folder));
  return folder;
}

// Again if a process that is just ending still writes there.
const remove = (folder: string) => rmSync(folder, { recursive: true, force: true, maxRetries: 5 });

function removeLeftovers(): void {
  for (const name of readdirSync(sharedMemory)) {
    const owner = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1];
    const folder = path.join(sharedMemory, name);
    if (owner && !isAlive(Number(owner)) && isOurs(folder)) remove(folder);
  }
}

/** Other users' folders can't be removed. */
const isOurs = (folder: string) => statSync(folder, { throwIfNoEntry: false })?.uid === process.getuid?.();

function runsProgramsFrom(folder: string): boolean {
  const program = path.join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
