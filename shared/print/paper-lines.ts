import type { Place } from './print.ts';

/** No edge of a print in a hand is steeper: 20 degrees. */
const maxSlope = 0.37;
const slopeStep = 0.0185;
/** The number of lines that are tried on each side, with at least this many places, as a share of the picture's side. */
const linesTried = 6;
const minPlaces = 0.16;
/** How far from its side an edge may be, as a share of the picture. */
const deepest = 0.6;
/** The least width of a frame, in samples. */
const thickness = 3;

/** A line: y = at + slope x for the sides that lie across, x = at + slope y for those that stand. */
export interface Line {
  readonly at: number;
  readonly slope: number;
}

/** How to go through a picture from one of its sides: from the index of its first sample. */
interface Steps {
  readonly start: number;
  readonly along: number;
  readonly inwards: number;
}

/** The lines with most places at which paper of some width ends, going inwards from one side (Hough transform). */
export function linesOf(paper: Uint8Array, length: number, depths: number, steps: Steps): Line[] {
  const ends: [along: number, depth: number][] = [];
  const until = Math.floor(deepest * depths);
  for (let along = 0; along < length; along++) {
    let run = 0;
    let i = steps.start + along * steps.along;
    for (let depth = 0; depth < until; depth++, i += steps.inwards) {
      if (paper[i] === 1) run++;
      else {
        const isEnd =
          run >= thickness && paper[i + steps.inwards] === 0 && paper[i + 2 * steps.inwards] === 0;
        if (isEnd) ends.push([along, depth]);
        run = 0;
      }
    }
  }
  if (ends.length < minPlaces * length) return [];
  const slopes = Math.floor(maxSlope / slopeStep);
  const found: (Line & { votes: number })[] = [];
  for (let k = -slopes; k <= slopes; k++) {
    const slope = k * slopeStep;
    const offset = Math.ceil(Math.abs(slope) * length) + 2;
    const votes = new Uint16Array(depths + 2 * offset);
    for (const [along, depth] of ends) votes[Math.round(depth - slope * along) + offset]!++;
    for (let i = 1; i < votes.length - 1; i++) {
      const sum = votes[i - 1]! + votes[i]! + votes[i + 1]!;
      if (sum >= minPlaces * length) found.push({ at: i - offset, slope, votes: sum });
    }
  }
  found.sort((p, q) => q.votes - p.votes);
  const kept: Line[] = [];
  for (const line of found) {
    if (kept.length === linesTried) break;
    const middle = line.at + line.slope * (length / 2);
    const isNew = kept.every(
      (other) =>
        Math.abs(other.at + other.slope * (length / 2) - middle) > 4 ||
        Math.abs(other.slope - line.slope) > 0.06,
    );
    if (isNew) kept.push(line);
  }
  return kept;
}

/** The intersection of a line across with one that stands. */
export function cross(across: Line, standing: Line): Place {
  const y = (across.at + across.slope * standing.at) / (1 - across.slope * standing.slope);
  return { x: standing.at + standing.slope * y, y };
}
