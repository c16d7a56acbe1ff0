/** What a link may show to anybody who has it. */
export const sharedKinds = ['video', 'album'] as const;
export type SharedKind = (typeof sharedKinds)[number];

export function isSharedKind(value: unknown): value is SharedKind {
  return sharedKinds.some((kind) => kind === value);
}

/**
 * What the documents of these pages, which are built ahead, have in place of what is known only when one is asked for:
 * the id, the name of the video or album, the size of the video in
 * pixels, whether there is a smaller version of it (empty where there is none), whom it is from and what they wrote, both empty where they did not say, how it was made (in a sentence; the word AI, empty
 * where none was at work; by whom, what was done, when, of which photos), and the years of the copyright line. Who fills them
 * in escapes for text and quoted attributes.
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
