import { cp, mkdir, rename, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { preparePhoto } from '#server/features/generation/photos/photo.ts';
import { posterKey, videoKey } from '#server/features/media/film-keys.ts';
import { withLock } from '#server/platform/embedded-postgres/lock.ts';
import { createLocalProvider } from '#server/providers/video/local.ts';
import { animationRequest } from '#tests/support/animation.ts';
import { portrait } from '#tests/support/photos.ts';
import { currentRun } from './run.ts';

/** Two finished videos, of distinguishable photos. */
const brightness = { light: 1, dark: 0.4 };

/** Where each of them is stored once `storeClips` has resolved: the prefix of its renditions. */
export const clipPrefixes = { light: 'seeded/light', dark: 'seeded/dark' } as const;

const lockTimeoutMilliseconds = 600_000;

/** Stores both videos in the storage of a Memori. The first worker of a run that needs them animates them. */
export async function storeClips(dataDir: string): Promise<void> {
  const { folder } = currentRun();
  const clips = path.join(folder, 'clips');
  await withLock(path.join(folder, 'clips.lock'), Date.now() + lockTimeoutMilliseconds, async () => {
    if (!existsSync(clips)) await makeClips(clips);
  });
  await cp(path.join(clips, 'seeded'), path.join(dataDir, 'media/seeded'), { recursive: true });
}

async function makeClips(folder: string): Promise<void> {
  const provider = createLocalProvider({ ffmpeg: await findFfmpeg(process.env['FFMPEG_PATH']) });
  const unfinished = `${folder}.new`;
  for (const name of ['light', 'dark'] as const) {
    const workDir = path.join(unfinished, name);
    await mkdir(workDir, { recursive: true });
    const photoPath = path.join(workDir, 'photo.jpg');
    const { jpeg } = await preparePhoto(await portrait({ brightness: brightness[name] }));
    await writeFile(photoPath, jpeg);
    const files = await provider.animate(animationRequest({ photoPath, workDir }));
    const prefix = clipPrefixes[name];
    const stored = [
      [files.clean, videoKey(prefix, 'clean')],
      [files.watermarked, videoKey(prefix, 'watermarked')],
      [files.posterClean, posterKey(prefix, 'clean')],
      [files.posterWatermarked, posterKey(prefix, 'watermarked')],
    ] as const;
    for (const [file, key] of stored) await cp(file, path.join(unfinished, key));
  }
  await provider.close();
  await rename(unfinished, folder);
}
