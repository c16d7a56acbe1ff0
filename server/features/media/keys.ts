import { type Rendition, renditions, smallOf, type StoredRendition } from '../../../shared/renditions.ts';
import type { Storage } from '../../providers/storage/types.ts';

/** The prefix of what is played of a task: that of the movement that was chosen, else of its first run; null until there is one. */
export const playedPrefix = (task: {
  renditionPrefix: string | null;
  shownPrefix: string | null;
}): string | null => task.shownPrefix ?? task.renditionPrefix;

/** A rendition of a video or of an album, under the storage prefix of the run that made it. */
export const videoKey = (prefix: string, rendition: StoredRendition): string => `${prefix}/${rendition}.mp4`;

/** The first frame of that rendition. */
export const posterKey = (prefix: string, rendition: Rendition): string =>
  `${prefix}/poster-${rendition}.jpg`;

/** Puts all that a run has made, given as paths on this machine's disk, under its prefix. */
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
