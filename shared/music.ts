/** The pieces that an album can have as its music, in the order in which they are offered. */
export const musicTrackIds = [
  'emotional-piano-1',
  'hopeful-epic',
  'inspiring-violin',
  'emotional-piano-2',
  'emotional-piano-3',
  'solo-piano',
  'inspiring-piano',
  'relaxing-ambient',
  'just-relax',
  'the-way-home',
  'sedative',
] as const;
/** What a film without music names in the place of a piece. */
export const noMusic = 'none';

export type MusicTrackId = (typeof musicTrackIds)[number];

/** Where a piece is served from. */
export const musicPath = (id: MusicTrackId): string => `/music/${id}.mp3`;
