/** The numbers that the landing page goes by too; those of the app, of programs and of families stand beside it. Each is defined once. Times are in the unit that the name ends with. */
export const limits = {
  photo: {
    maxBytes: 20 * 1024 * 1024,
    maxPixels: 40_000_000,
    minShorterSide: 300,
    /** Photos wider or taller than this are centre-cropped to it. */
    minAspect: 2 / 5,
    maxAspect: 5 / 2,
    /** Photos larger than this are scaled down when they arrive; leaves the animation room to zoom. */
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
    crossfadeSeconds: 1,
    /** Albums of one user that may wait or be worked on at once. */
    maxUnfinished: 5,
    /** They cost no credit: what one user may begin in an hour, new ones and retries. */
    maxPerHour: 40,
  },
  tooltip: { openDelayMilliseconds: 700, skipDelayMilliseconds: 300 },
} as const;
