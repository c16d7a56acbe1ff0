/**
 * Limits that the landing page needs too; those of the app, of programs and of families are in separate files. Each is
 * defined once. Units are in the names.
 */
export const limits = {
  photo: {
    maxBytes: 20 * 1024 * 1024,
    maxPixels: 200_000_000,
    /** Of files that a decoder can't reduce while it reads them (shared/photo-header.ts). */
    maxPixelsUnreduced: 40_000_000,
    minShorterSide: 300,
    /** Photos wider or taller than this are centre-cropped to it. */
    minAspect: 2 / 5,
    maxAspect: 5 / 2,
    /** Larger photos are scaled down on arrival; this leaves the animation room to zoom. */
    maxPreparedShorterSide: 1152,
  },
  video: {
    seconds: 6,
    framesPerSecond: 25,
    shorterSide: 768,
    maxNameLength: 80,
  },
  album: {
    minVideos: 2,
    maxVideos: 50,
    maxNameLength: 100,
    /** Of the dedication and of the closing words, in characters. */
    maxWordsLength: 200,
    crossfadeSeconds: 1,
    /** Albums of one user that may be waiting or in progress at once. */
    maxUnfinished: 5,
    /** Albums cost no credits: how many one user may start per hour, including retries. */
    maxPerHour: 40,
  },
  tooltip: { openDelayMilliseconds: 700, skipDelayMilliseconds: 300 },
} as const;
