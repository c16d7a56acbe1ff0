import { type Rendition, renditions, smallOf, type StoredRendition } from '#shared/renditions.ts';
import type { Storage } from '#server/providers/storage/types.ts';

/**
 * The prefix of the task's video that is played: that of the chosen movement, else of the task's first run; null until
 * there is one.
 */
export const playedPrefix = (task: {
  renditionPrefix: string | null;
  shownPrefix: string | null;
}): string | null => task.shownPrefix ?? task.renditionPrefix;

/** The run that stored its files under a prefix: the prefix's last part. */
export const runOf = (prefix: string): string => prefix.slice(prefix.lastIndexOf('/') + 1);

/** The key of a rendition of a video or album, under the storage prefix of the run that made it. */
export const videoKey = (prefix: string, rendition: StoredRendition): string => `${prefix}/${rendition}.mp4`;

/** The first frame of that rendition. */
export const posterKey = (prefix: string, rendition: Rendition): string =>
  `${prefix}/poster-${rendition}.jpg`;

/** Stores all files of a run, given as local paths, under its prefix. */
export async function storeRenditions(
  storage: Storage,
  prefix: string,
  files: Record<Rendition, { video: string; poster: string; small?: string | null }>,
): Promise<void> {
  for (const rendition of renditions) {
    const { video, poster, small } = files[rendition];
    await storage.putFile(videoKey(prefix, rendition), video);
    await storage.putFile(posterKey(prefix, rendition), poster);
    if (small) await storage.putFile(videoKey(prefix, smallOf(rendition)), small);
  }
}
