import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { createId } from '../ids.ts';
import { isAlive } from '../child-process/processes.ts';
import { milliseconds } from '#shared/durations.ts';

/** No upload takes longer: the server's request timeout ends it. */
const maxUploadMilliseconds = milliseconds.hour;

const host = hostname().replaceAll(/[^A-Za-z0-9-]/g, '-');

/** A name for a temporary file that identifies its process and machine. */
export function uploadFilename(): string {
  return `${host}.${process.pid}.${createId()}`;
}

function isStale(name: string, modified: number): boolean {
  if (Date.now() - modified > maxUploadMilliseconds) return true;
  const [owner, pid] = name.split('.');
  if (owner !== host) return false;
  // A restarted container gets the same pid again.
  if (Number(pid) === process.pid) return modified < Date.now() - process.uptime() * 1000;
  return !isAlive(Number(pid));
}

/**
 * Removes files left in the upload folder by processes that were killed. Uploads in progress, in this process or
 * another one, stay; a missing folder is fine. Meant for startup, harmless at any time.
 */
export async function clearStaleUploads(dir: string): Promise<void> {
  const names = await readdir(dir).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const file = path.join(dir, name);
    // Another process may be clearing the folder concurrently.
    const modified = await stat(file).then(
      (entry) => entry.mtimeMs,
      () => null,
    );
    if (modified !== null && isStale(name, modified)) await rm(file, { force: true });
  }
}
