import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

/** A dead worker's ffmpeg may live a moment longer, and put another file into a folder that is being removed. */
const removal = { recursive: true, force: true, maxRetries: 5 } as const;

/**
 * An empty folder for a run named `name`, removed when it is disposed of; what earlier runs of that name left when their
 * process died is removed at once.
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

/** Longer than any run may last: the queue gives its job to another worker before. */
const staleAfterMilliseconds = 2 * 60 * 60 * 1000;

/** Removes the folders that no run can be using any more, whatever their names. */
export async function removeStaleWorkDirs(workRoot: string, now = Date.now()): Promise<void> {
  for (const folder of await readdir(workRoot)) {
    const found = await stat(path.join(workRoot, folder)).catch(() => null);
    if (found && found.mtimeMs < now - staleAfterMilliseconds) await rm(path.join(workRoot, folder), removal);
  }
}
