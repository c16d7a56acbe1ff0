/** Every number of the product, once. Times are in the unit that the name ends with. */
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
  generation: {
    prompt: 'Animate the portrait in a very slow, natural and smooth way.',
    maxPromptLength: 2000,
    duration: '6',
    resolution: '768P',
    creditCost: 1,
    /** For so long after a video was made, other movements of its photo are free, each once. */
    movementHours: 24,
  },
  credits: { freeAllowance: 1, runningLowBelow: 3 },
  account: {
    minPasswordLength: 6,
    maxPasswordLength: 1024,
    maxEmailLength: 254,
    deletionDays: 7,
    resetMinutes: 30,
    undoDays: 7,
    exportDays: 7,
  },
  share: { maxSenderLength: 60, maxDedicationLength: 500 },
  gallery: {
    skeletons: 3,
    idLabelLength: 6,
    maxPageSize: 100,
    /** What was deleted can be brought back for this long; afterwards its files go. */
    restoreMinutes: 15,
    /** How long the page offers to undo. */
    undoSeconds: 8,
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
  /** A film with more bytes has a smaller version as well: what messengers take at least. */
  messengers: { maxBytes: 16_000_000 },
  /** Calls that may travel together in one request. */
  batch: { maxCalls: 10 },
  upload: {
    /** Photos that can be chosen at once; each becomes a task of its own. */
    mostPhotos: 20,
    /** Of one user; more wait, unread. */
    maxAtOnce: 2,
    maxWaiting: 50,
  },
  music: { previewVolume: 0.3 },
  drag: { keyboardStepPixels: 25 },
  polling: { statusSeconds: 10, badgeSeconds: 5, mergeSeconds: 3 },
  progress: { stepSeconds: 3, steps: [20, 40, 60, 80] },
  toast: { milliseconds: 5000 },
  tooltip: { openDelayMilliseconds: 700, skipDelayMilliseconds: 300 },
} as const;
