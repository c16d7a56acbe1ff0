import { type MusicTrackId, musicTrackIds } from '#shared/music.ts';

/** The music that is offered first: a piece for each mood. */
export const moods = {
  tender: 'emotional-piano-1',
  calm: 'just-relax',
  hopeful: 'hopeful-epic',
  bright: 'inspiring-piano',
  dreamy: 'relaxing-ambient',
} as const satisfies Record<string, MusicTrackId>;

const first: readonly MusicTrackId[] = Object.values(moods);

/** All other pieces. */
export const moreMusic = musicTrackIds.filter((id) => !first.includes(id));
