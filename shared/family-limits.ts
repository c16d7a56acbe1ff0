/** The numbers of gifts, frames and family boxes: beside `limits`, as the landing page has no use for them. */
export const familyLimits = {
  share: { maxSenderLength: 60, maxDedicationLength: 500 },
  frame: {
    /** Of one user, those that were stopped left out. */
    mostFrames: 20,
    mostFilms: 200,
    /** How often a frame asks what it is to show. */
    refreshSeconds: 60,
    crossfadeSeconds: 1,
  },
  box: {
    /** Of one user, those that are open. */
    mostBoxes: 10,
    openDays: 30,
    maxNameLength: 80,
    maxNoteLength: 280,
    /** Photos that wait in one box, of all senders and of one. */
    mostWaiting: 50,
    mostWaitingOfOne: 10,
    /** A photo without an answer is deleted after so many days. */
    keepDays: 30,
  },
  /** Of shared films; more open ones of one film say nothing new. */
  reports: { maxWordsLength: 1000, mostOpen: 20, keptDays: 90 },
} as const;
