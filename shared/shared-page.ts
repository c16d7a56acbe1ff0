/** The kinds of films that a public link can show. */
export const sharedKinds = ['video', 'album'] as const;
export type SharedKind = (typeof sharedKinds)[number];

export function isSharedKind(value: unknown): value is SharedKind {
  return sharedKinds.some((kind) => kind === value);
}

/**
 * Placeholders in these prebuilt documents for values known only per request: the id, the name of the video or album,
 * its size in pixels, whether there is a smaller version of it (empty if not), the sender and the dedication, both empty
 * if not given, how it was made (in a sentence; the word AI, empty if none was involved; by whom, which steps, when,
 * from which photos), and the years of the copyright line. Values must be escaped for text and quoted attributes.
 */
export const sharedSlots = {
  id: 'SLOT-ID',
  name: 'SLOT-NAME',
  width: 'SLOT-WIDTH',
  height: 'SLOT-HEIGHT',
  small: 'SLOT-SMALL',
  sender: 'SLOT-SENDER',
  dedication: 'SLOT-DEDICATION',
  made: 'SLOT-MADE',
  ai: 'SLOT-AI',
  makers: 'SLOT-MAKERS',
  steps: 'SLOT-STEPS',
  madeAt: 'SLOT-DATE',
  photos: 'SLOT-PHOTOS',
  years: 'SLOT-YEARS',
};
export type SharedSlot = keyof typeof sharedSlots;
