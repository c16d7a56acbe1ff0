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
  session: { idleDays: 10, absoluteDays: 30 },
  share: { maxSenderLength: 60, maxDedicationLength: 500 },
  /** Of shared films; more open ones of one film say nothing new. */
  reports: { maxWordsLength: 1000, mostOpen: 20, keptDays: 90 },
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
  /** Calls that one address may make without being signed in. */
  anonymous: { maxCallsPerMinute: 600 },
  tokens: {
    /** Of one user. */
    max: 20,
    maxNameLength: 60,
    /** The longest that one may be given to live; without it, one does not expire. */
    maxDays: 3650,
    /** Generations of one user's test tokens together: each costs the processor, and nobody pays. */
    maxTestsPerDay: 100,
    /** What a test token has made is deleted after so long. */
    testHours: 24,
    /** Calls of one user's tokens together. */
    maxCallsPerMinute: 600,
  },
  webhooks: {
    /** Of one user. */
    max: 10,
    maxUrlLength: 2000,
    /** After a change of its secret, messages carry signatures of both for this long. */
    rotationHours: 24,
    /** After so long without any success, nothing more is sent. */
    disabledAfterDays: 7,
    /** For so long it can be seen what was sent. */
    logDays: 30,
    /** The latest messages that can be seen. */
    logLength: 50,
  },
  /** For so long a repeated call gets the answer of the first. */
  idempotency: { hours: 24, maxKeyLength: 255 },
  /** Calls that may travel together in one request. */
  batch: { maxCalls: 10 },
  upload: {
    /** Photos that can be chosen at once; each becomes a task of its own. */
    mostPhotos: 20,
    /** Of one user; more wait, unread. */
    maxAtOnce: 2,
    maxWaiting: 50,
  },
  /** Open streams of changes in one process; with one more, the oldest is closed. */
  push: { maxPerUser: 10, maxPerAddress: 100 },
  music: { previewVolume: 0.3 },
  drag: { keyboardStepPixels: 25 },
  polling: { statusSeconds: 10, badgeSeconds: 5, mergeSeconds: 3 },
  progress: { stepSeconds: 3, steps: [20, 40, 60, 80] },
  toast: { milliseconds: 5000 },
  tooltip: { openDelayMilliseconds: 700, skipDelayMilliseconds: 300 },
} as const;
