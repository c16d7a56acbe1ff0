import { chmod, lstat, mkdir, readdir } from 'node:fs/promises';
import path from 'node:path';

/** PostgreSQL manages the modes of its own folder, and may run as another user, who must be able to traverse ours. */
const cluster = 'postgres';
const passable = 0o011;

const isWide = (mode: number): boolean => (mode & 0o077) !== 0;

/**
 * Restricts everything in the data folder to its owner, whatever its current modes: 0600 for files, 0700 for folders.
 * Creates the folder if it doesn't exist. A folder is restricted only after its content, and a restricted folder is not
 * traversed again, which makes later runs fast. Files of other users stay unchanged.
 */
export async function restrictToOwner(dataDir: string): Promise<void> {
  if (process.platform === 'win32') return;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const name of await readdir(dataDir)) if (name !== cluster) await close(path.join(dataDir, name));
  const { mode } = await lstat(dataDir);
  const serverIsOther = await isOpenToOthers(path.join(dataDir, cluster));
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

async function isOpenToOthers(target: string): Promise<boolean> {
  const found = await lstat(target).catch(() => null);
  return found !== null && found.uid !== process.getuid?.();
}

async function setMode(target: string, mode: number, current: number): Promise<void> {
  if ((current & 0o777) === mode) return;
  // It was removed meanwhile, or belongs to another user.
  await chmod(target, mode).catch(() => {});
}
