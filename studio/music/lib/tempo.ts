import type { Arrangement } from './arrange.ts';
import type { Piece } from './score.ts';

/** Steps per unit for integrating the changing tempo. */
const resolution = 24;

/** Converts a time in units to seconds from the beginning. */
export type Clock = (units: number) => number;

/**
 * The tempo of a performance: each section at its speed, each phrase faster in its middle and slower at its ends,
 * ritardandi as marked. The last speed continues after the last bar.
 */
export function createClock(piece: Piece, { boundaries }: Arrangement): Clock {
  const secondsPerUnit = 60 / (piece.tempo * piece.metre.pulse);
  const end = boundaries.at(-1) ?? 0;
  const elapsed = [0];
  for (let index = 0; index < end * resolution; index++) {
    const speed = speedAt(piece, boundaries, (index + 0.5) / resolution);
    elapsed.push((elapsed[index] ?? 0) + secondsPerUnit / resolution / speed);
  }
  const last = elapsed.at(-1) ?? 0;
  const lastSpeed = speedAt(piece, boundaries, end - 0.5 / resolution);
  return (units) => {
    if (units >= end) return last + ((units - end) * secondsPerUnit) / lastSpeed;
    const position = Math.max(0, units) * resolution;
    const index = Math.floor(position);
    const from = elapsed[index] ?? 0;
    return from + ((elapsed[index + 1] ?? from) - from) * (position - index);
  };
}

function speedAt(
  { sections, metre, phrase, rubato }: Piece,
  boundaries: readonly number[],
  at: number,
): number {
  const index = boundaries.findLastIndex((boundary) => boundary <= at);
  const section = sections[index];
  const start = boundaries[index] ?? 0;
  const end = boundaries[index + 1] ?? start;
  const phraseUnits = phrase * metre.units;
  const position = ((at - start) % phraseUnits) / phraseUnits;
  const breath =
    1 + rubato * (Math.sin(Math.PI * position) - 2 / Math.PI - 0.6 * Math.max(0, position - 0.8) * 5);
  const { units, to } = section?.ritardando ?? { units: 1, to: 1 };
  const slowing = Math.max(0, 1 - (end - at) / units);
  return (section?.tempo ?? 1) * breath * (1 - (1 - to) * slowing);
}
