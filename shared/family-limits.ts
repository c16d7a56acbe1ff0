/** Limits of gifts, frames and family boxes, separate from `limits` because the landing page doesn't need them. */
export const familyLimits = {
  share: { maxSenderLength: 60, maxDedicationLength: 500 },
  frame: {
    /** Per user, not counting stopped ones. */
    maxFrames: 20,
    mostFilms: 200,
    /** How often a frame fetches its playlist. */
    refreshSeconds: 60,
    codeMinutes: 10,
    crossfadeSeconds: 1,
  },
  box: {
    /** Per user, counting open ones. */
    mostBoxes: 10,
    openDays: 30,
    maxNameLength: 80,
    maxNoteLength: 280,
    /** Photos waiting in one box, from all senders and from one. */
    mostWaiting: 50,
    mostWaitingOfOne: 10,
    /** Photos without an answer are deleted after this many days. */
    keepDays: 30,
  },
  /** Reports of shared films; more open reports of the same film carry no new information. */
  reports: { maxWordsLength: 1000, mostOpen: 20, keptDays: 90 },
} as const;
