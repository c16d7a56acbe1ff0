import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { MergeStatus } from '#shared/schemas/album.ts';
import { limits } from '#shared/limits.ts';
import { createAlbum } from '#server/features/albums/request-album.ts';
import { albumJob } from '#server/features/albums/album-job.ts';
import { removeOrphans } from '#server/features/job-lifecycle/sweep-jobs.ts';
import { readClip } from '#server/engine/join/clip.ts';
import { videoKey } from '#server/features/media/film-keys.ts';
import { createId } from '#server/platform/ids.ts';
import { clipFrames } from '../support/clips.ts';
import { createUser, ledgerFaults, readLedger } from '../support/ledger.ts';
import type { TestServer } from '../support/server.ts';
import { minutes } from './hang-limits.ts';
import { whileBusy } from './patience.ts';
import { faultUnless } from './waiting.ts';

const crossfadeFrames = limits.album.crossfadeSeconds * limits.video.framesPerSecond;

/** A requested album and its owner. */
export interface AskedAlbum {
  userId: string;
  albumId: string;
}

/** Requests an album of a new user, from videos that `add` creates for the user. */
export async function askForAlbum(
  { deps }: TestServer,
  add: (userId: string) => Promise<string[]>,
): Promise<AskedAlbum & { videoIds: string[] }> {
  const userId = await whileBusy(() => createUser(deps.db));
  const videoIds = await add(userId);
  const { mergeId } = await whileBusy(() => createAlbum(deps, userId, { videoIds, albumName: 'Nonna' }));
  return { userId, videoIds, albumId: mergeId };
}

/**
 * Checks an album that is reported as completed, and returns violations as text: both renditions must exist and be
 * intact.
 */
export async function filmFaults({ deps, dataDir }: TestServer, album: MergeStatus): Promise<string[]> {
  const { renditionPrefix } = await deps.db.album.findUniqueOrThrow({ where: { id: album.mergeId } });
  const due = album.totalVideos * clipFrames - (album.totalVideos - 1) * crossfadeFrames;
  const faults: string[] = [];
  for (const rendition of ['clean', 'watermarked'] as const) {
    const copy = path.join(dataDir, `${createId()}.mp4`);
    await deps.storage.fetchToFile(videoKey(renditionPrefix ?? '', rendition), copy);
    const { frames } = await readClip(copy);
    if (frames !== due) faults.push(`${album.mergeId} ${rendition} has ${frames} frames instead of ${due}`);
  }
  return faults;
}

/** What the albums left behind after housekeeping: orphaned files, work folders, changed credits. */
export async function leftovers({ deps }: TestServer, albums: readonly AskedAlbum[]): Promise<string[]> {
  const { db, pool, storage } = deps;
  await removeOrphans(albumJob, deps, Date.now() + 2 * 3_600_000);
  const workFolders = () => readdir(deps.workRoot);
  // A run cleans up after its album has ended.
  const areGone = async () => (await workFolders()).length === 0;
  const faults = await faultUnless('the work folders are removed', areGone, { limit: minutes(5) });
  faults.push(...(await workFolders()).map((folder) => `the work folder ${folder} was left`));
  const rows = await db.album.findMany({ where: { id: { in: albums.map(({ albumId }) => albumId) } } });
  const kept = rows.flatMap(({ id, renditionPrefix }) =>
    renditionPrefix ? [`albums/${id}`, renditionPrefix] : [],
  );
  for (const prefix of await storage.list('albums')) {
    const runs = await storage.list(prefix);
    const stray = runs.length === 0 ? [] : [prefix, ...runs].filter((key) => !kept.includes(key));
    faults.push(...stray.map((key) => `${key} was left in the storage`));
  }
  for (const { userId } of albums) {
    faults.push(...(await ledgerFaults(pool, userId)));
    const reasons = (await readLedger(pool, userId)).map(({ reason }) => reason);
    if (reasons.join() !== 'signup') faults.push(`credits of ${userId} moved: ${reasons.join()}`);
  }
  return faults;
}
