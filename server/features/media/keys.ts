import type { Rendition } from './entitlement.ts';

/** A rendition of a video or of an album, under the storage prefix of the run that made it. */
export const videoKey = (prefix: string, rendition: Rendition): string => `${prefix}/${rendition}.mp4`;

/** The first frame of that rendition. */
export const posterKey = (prefix: string, rendition: Rendition): string =>
  `${prefix}/poster-${rendition}.jpg`;
