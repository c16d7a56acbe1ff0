import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';

/** PostgreSQL keeps the modes of its own folder, and may be another user, who has to pass through ours. */
const cluster = 'postgres';
const passable = 0o011;

const isWide = (mode: number): boolean => (mode & 0o077) !== 0;

/**
 * Takes from everybody but the owner what lies in the data folder, whatever modes it was made with: 0600 for files,
 * 0700 for folders. Makes the folder if it is not there. A folder is closed after all that is in it: one that is closed
 * is not searched again, so that this is quick from the second time on. What belongs to others stays as it is.
 */
export async function closeToOthers(dataDir: string): Promise<void> {
  if (process.platform === 'win32') return;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(dataDir)) if (name !== cluster) await close(path.join(dataDir, name));
  const { mode } = await lstat(dataDir);
  const serverIsOther = await isOthers(path.join(dataDir, cluster));
  await setMode(dataDir, serverIsOther ? 0o700 | (mode & passable) : 0o700, mode);
}

async function close(target: string): Promise<void> {
  const found = await lstat(target).catch(() => null);
  if (!found || !isWide(found.mode)) return;
  if (found.isFile()) await setMode(target, 0o600, found.mode);
  if (!found.isDirectory()) return;
  for (const name of await readdir(target)) await close(path.join(target, name));
  await setMode(target, 0o700, found.mode);
}

async function isOthers(target: string): Promise<boolean> {
  const found = await lstat(target).catch(() => null);
  return found !== null && found.uid !== process.getuid?.();
}

async function setMode(target: string, wanted: number, current: number): Promise<void> {
  if ((current & 0o777) === wanted) return;
  // Gone meanwhile, or somebody else's.
  await chmod(target, wanted).catch(() => {});
}
