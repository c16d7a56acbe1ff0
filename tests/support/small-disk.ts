import { execFile, spawnSync } from 'node:child_process';
import { mkdtempSync, rmdirSync } from 'node:fs';
import { mkdtemp, open, rm, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const options = ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs'];

/** Whether a disk can be mounted here: requires root, and a container with that privilege. */
export const canMountSmallDisk = ((): boolean => {
  const folder = mkdtempSync(path.join(tmpdir(), 'memori-mount-'));
  const mounted = spawnSync('mount', [...options, folder]).status === 0;
  if (mounted) spawnSync('umount', [folder]);
  rmdirSync(folder);
  return mounted;
})();

/** Mounts a disk of 8 MB, unmounted on disposal. */
export async function mountSmallDisk() {
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-small-disk-'));
  await run('mount', [...options, folder]);
  const ballast = path.join(folder, 'ballast');
  return {
    folder,
    /** Writes until the disk is full. */
    async fill(): Promise<void> {
      await using file = await open(ballast, 'w');
      const chunk = Buffer.alloc(65_536);
      for (;;) {
        try {
          await file.write(chunk);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code === 'ENOSPC') return;
          throw error;
        }
      }
    },
    makeRoom: () => rm(ballast),
    async [Symbol.asyncDispose]() {
      await run('umount', ['--lazy', folder]);
      await rmdir(folder);
    },
  };
}
