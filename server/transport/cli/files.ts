import { albumJob } from '#server/features/albums/album-job.ts';
import { audioFolder } from '#server/features/audio/audio-keys.ts';
import { boxesPrefix } from '#server/features/boxes/box-keys.ts';
import { exportJob } from '#server/features/exports/export-job.ts';
import { variantJob } from '#server/features/generation/variants/variant-job.ts';
import { videoJob } from '#server/features/generation/running/video-job.ts';
import { filmCacheFolder } from '#server/features/media/film-cache.ts';
import { removeOrphans } from '#server/features/job-lifecycle/sweep-jobs.ts';
import type { AdminDeps, Command } from './command.ts';
import { milliseconds } from '#shared/durations.ts';

/** Removes what is stored under ids of a folder that no row needs. Newer files may belong to an uncommitted row. */
async function removeUnneeded(
  { storage }: Pick<AdminDeps, 'storage'>,
  folder: string,
  countNeeding: (id: string) => Promise<number>,
): Promise<number> {
  let removed = 0;
  for (const prefix of await storage.list(folder)) {
    const id = prefix.slice(folder.length + 1);
    const [file] = await storage.list(prefix);
    const stored = file === undefined ? null : await storage.stat(file);
    if (stored && stored.modifiedAt.getTime() > Date.now() - milliseconds.hour) continue;
    if ((await countNeeding(id)) > 0) continue;
    await storage.remove(prefix);
    removed += 1;
  }
  return removed;
}

export const fileCommands: readonly Command[] = [
  {
    name: 'files clean',
    args: [],
    summary:
      'searches the whole storage for files that nothing refers to, and removes them: of use after a restore, or after an upgrade from a release before 2026-11-26',
    async plan({ db, storage }) {
      return {
        says: 'Every stored file will be looked up, and those older than an hour that nothing refers to will be removed.',
        userId: null,
        subject: null,
        async perform(record) {
          let removed = await removeUnneeded({ storage }, boxesPrefix, (id) =>
            db.boxPhoto.count({ where: { id, status: 'waiting' } }),
          );
          removed += await removeUnneeded({ storage }, audioFolder, (id) =>
            db.audio.count({ where: { id } }),
          );
          for (const work of [videoJob, variantJob, albumJob, exportJob])
            removed += await removeOrphans(work, { db, storage });
          // Only copies: whoever needs one makes it again.
          await storage.remove(filmCacheFolder);
          await db.$transaction((tx) => record(tx, { removed }));
          return { removed };
        },
      };
    },
  },
];
