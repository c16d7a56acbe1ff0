import { musicTrackIds } from '#shared/music.ts';
import type { Piece } from '../lib/score.ts';
import { emotionalPiano1 } from './emotional-piano-1.ts';
import { emotionalPiano2 } from './emotional-piano-2.ts';
import { emotionalPiano3 } from './emotional-piano-3.ts';
import { hopefulEpic } from './hopeful-epic.ts';
import { inspiringPiano } from './inspiring-piano.ts';
import { inspiringViolin } from './inspiring-violin.ts';
import { justRelax } from './just-relax.ts';
import { relaxingAmbient } from './relaxing-ambient.ts';
import { sedative } from './sedative.ts';
import { soloPiano } from './solo-piano.ts';
import { theWayHome } from './the-way-home.ts';

const composed = [
  emotionalPiano1,
  hopefulEpic,
  inspiringViolin,
  emotionalPiano2,
  emotionalPiano3,
  soloPiano,
  inspiringPiano,
  relaxingAmbient,
  justRelax,
  theWayHome,
  sedative,
];

/** All pieces, in display order. Throws Error if one is missing. */
export const pieces: Piece[] = musicTrackIds.map((id) => {
  const piece = composed.find((each) => each.id === id);
  if (!piece) throw new Error(`There is no piece ${id}.`);
  return piece;
});
