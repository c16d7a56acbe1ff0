import type { MusicForm } from '#shared/music-form.ts';
import { arrange } from './arrange.ts';
import { partsOf } from './parts.ts';
import { durationOf, upbeat } from './perform.ts';
import { pitchClassNamed } from './pitch.ts';
import type { Piece } from './score.ts';
import { successionsOf } from './successions.ts';
import { createClock } from './tempo.ts';

/** The form of a piece, with the times of its performance. */
export function formOf(piece: Piece): MusicForm {
  const arrangement = arrange(piece);
  const clock = createClock(piece, arrangement);
  const parts = partsOf(piece, arrangement);
  const successions = successionsOf(piece, parts);
  const tonic = pitchClassNamed(piece.key.split(' ', 1)[0] ?? '');
  const seconds = (units: number) => toMilliseconds(upbeat + clock(units));
  const every = (length: number) =>
    Array.from({ length: (arrangement.boundaries.at(-1) ?? 0) / length }, (_, index) =>
      seconds(index * length),
    );
  return {
    id: piece.id,
    seconds: toMilliseconds(durationOf(piece, arrangement, clock)),
    sections: parts.map(({ name, section, from, to, first }, index) => ({
      name,
      from: seconds(from),
      to: seconds(to),
      next: (successions[index] ?? []).map((part) => part.name),
      // At home, where the score begins something, or for the shortest films with the end.
      begins: first.root === tonic || section !== parts[index - 1]?.section || index === parts.length - 1,
      ends: index === parts.length - 1,
    })),
    bars: every(piece.metre.units),
    beats: every(piece.metre.pulse),
  };
}

const toMilliseconds = (seconds: number) => Math.round(seconds * 1000) / 1000;
