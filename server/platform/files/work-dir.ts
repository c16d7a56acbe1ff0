import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { milliseconds } from '#shared/durations.ts';

/** A dead worker's ffmpeg may live a moment longer, and write another file into a folder that is being removed. */
const removal = { recursive: true, force: true, maxRetries: 5 } as const;

/**
 * Creates an empty folder for a run named `name`, removed when it is disposed of; removes leftovers of earlier runs of
 * that name whose process died.
 */
export async function openWorkDir(
  workRoot: string,
  name: string,
): Promise<AsyncDisposable & { path: string }> {
  await clearWorkDirs(workRoot, name);
  const folder = await mkdtemp(path.join(workRoot, `${name}-`));
  return { path: folder, [Symbol.asyncDispose]: () => rm(folder, removal) };
}

/** Removes the folders of all runs named `name`. */
export async function clearWorkDirs(workRoot: string, name: string): Promise<void> {
  for (const folder of await readdir(workRoot)) {
    if (folder.startsWith(`${name}-`)) await rm(path.join(workRoot, folder), removal);
  }
}

/** Longer than any run can last: the queue gives its job to another worker before that. */
const staleAfterMilliseconds = 2 * milliseconds.hour;

/** Removes folders that are too old to be in use by a run, whatever their names. */
export async function removeStaleWorkDirs(workRoot: string, now = Date.now()): Promise<void> {
  for (const folder of await readdir(workRoot)) {
    const found = await stat(path.join(workRoot, folder)).catch(() => null);
    if (found && found.mtimeMs < now - staleAfterMilliseconds) await rm(path.join(workRoot, folder), removal);
  }
}
