/** Limits of the app and its backend, apart from `limits`: the landing page needs none. Units are in the names. */
export const appLimits = {
  generation: {
    prompt: 'Animate the portrait in a very slow, natural and smooth way.',
    maxPromptLength: 2000,
    duration: '6',
    resolution: '768P',
    creditCost: 1,
    /** Points that name faces to rest: more than the faces that are found. */
    maxRest: 64,
    /** How long after a video was made other movements of its photo are free, each once. */
    movementHours: 24,
  },
  credits: { freeAllowance: 1, runningLowBelow: 3 },
  upload: {
    /** Photos that can be selected at once; each becomes a separate task. */
    maxPhotos: 20,
    /** Concurrent uploads per user; further ones wait, unread. */
    maxAtOnce: 2,
    maxWaiting: 50,
  },
  music: { previewVolume: 0.3 },
  toast: { milliseconds: 5000 },
  gallery: {
    skeletons: 3,
    idLabelLength: 6,
    maxPageSize: 100,
    /** How long deleted items can be restored; afterwards their files are deleted. */
    restoreMinutes: 15,
    /** How long the page offers to undo. */
    undoSeconds: 8,
  },
  /** Larger films also get a smaller version: the smallest file size limit among messengers. */
  messengers: { maxBytes: 16_000_000 },
  drag: { keyboardStepPixels: 25 },
  polling: { statusSeconds: 10, badgeSeconds: 5, mergeSeconds: 3 },
  progress: { stepSeconds: 3, steps: [20, 40, 60, 80] },
} as const;
