import { readdir, rm, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { createId } from './ids.ts';

/** No upload lasts longer: the server's request timeout ends it. */
const longestUploadMilliseconds = 60 * 60 * 1000;

const host = hostname().replaceAll(/[^A-Za-z0-9-]/g, '-');

/** A name for a temporary file that tells which process on which machine it belongs to. */
export function uploadFilename(): string {
  return `${host}.${process.pid}.${createId()}`;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: there is such a process, somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function isStale(name: string, modified: number): boolean {
  if (Date.now() - modified > longestUploadMilliseconds) return true;
  const [owner, pid] = name.split('.');
  if (owner !== host) return false;
  // A restarted container has the same process id again.
  if (Number(pid) === process.pid) return modified < Date.now() - process.uptime() * 1000;
  return !isAlive(Number(pid));
}

/**
 * Removes from the upload folder what processes that were killed left there. Uploads under way, in this process or
 * another one, stay; a folder that is not there is fine. Meant for the start, harmless at any time.
 */
export async function clearStaleUploads(dir: string): Promise<void> {
  const names = await readdir(dir).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  for (const name of names) {
    const file = path.join(dir, name);
    // Another process may be clearing as well.
    const modified = await stat(file).then(
      (entry) => entry.mtimeMs,
      () => null,
    );
    if (modified !== null && isStale(name, modified)) await rm(file, { force: true });
  }
}
