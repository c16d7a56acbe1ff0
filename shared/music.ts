/** The pieces of music available for albums, in display order. */
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
/** The value for a film without music. */
export const noMusic = 'none';

export type MusicTrackId = (typeof musicTrackIds)[number];

/** The URL path of a piece. */
export const musicPath = (id: MusicTrackId): string => `/music/${id}.mp3`;

/** The URL path of a piece's form (`music-form.ts`). */
export const musicFormPath = (id: MusicTrackId): string => `/music/${id}.json`;

/** The URL path of the recording that has each section of a piece on its own (Ogg Opus). */
export const musicSectionsPath = (id: MusicTrackId): string => `/music/${id}.sections.opus`;

/** The URL path of where the sections are in that recording (`music-form.ts`). */
export const musicPlacementPath = (id: MusicTrackId): string => `/music/${id}.sections.json`;
