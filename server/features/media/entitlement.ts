/** Which rendition of their videos a user may have. */
export type Rendition = 'clean' | 'watermarked';

/**
 * The one place that decides between clean and watermarked; every path that serves a video or a poster asks it at
 * the moment of serving. Clean videos come with bought credits, and credits can't be bought yet: everybody gets the
 * watermarked rendition.
 */
export function entitledRendition(): Rendition {
  return 'watermarked';
}
