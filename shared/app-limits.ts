/** The numbers of the app and of what is behind it: beside `limits`, as the landing page has no use for them. Times are in the unit that the name ends with. */
export const appLimits = {
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
  upload: {
    /** Photos that can be chosen at once; each becomes a task of its own. */
    mostPhotos: 20,
    /** Of one user; more wait, unread. */
    maxAtOnce: 2,
    maxWaiting: 50,
  },
  music: { previewVolume: 0.3 },
  toast: { milliseconds: 5000 },
  gallery: {
    skeletons: 3,
    idLabelLength: 6,
    maxPageSize: 100,
    /** What was deleted can be brought back for this long; afterwards its files go. */
    restoreMinutes: 15,
    /** How long the page offers to undo. */
    undoSeconds: 8,
  },
  /** A film with more bytes has a smaller version as well: what messengers take at least. */
  messengers: { maxBytes: 16_000_000 },
  drag: { keyboardStepPixels: 25 },
  polling: { statusSeconds: 10, badgeSeconds: 5, mergeSeconds: 3 },
  progress: { stepSeconds: 3, steps: [20, 40, 60, 80] },
} as const;
