import type { Arrangement } from './arrange.ts';
import type { Chord } from './chord.ts';
import { sameMoment } from './notation.ts';
import type { Piece } from './score.ts';

/** A few bars of a score that a film's music may join to others. Times are in units from the piece's beginning. */
export interface Part {
  /** Its section's name, with a number if the section has several parts: `A.2`. */
  name: string;
  /** The position of its section in the score. */
  section: number;
  from: number;
  to: number;
  first: Chord;
  last: Chord;
}

/** Seconds. Four bars that last longer than this are two parts. */
const longest = 12;

/**
 * Divides each section every four bars, every two if phrases have two bars or bars are long, and in the last section. A
 * bar line across which a line holds a note divides nothing, and no single bar is left over except at the piece's end.
 */
export function partsOf(piece: Piece, { notes, chords, boundaries }: Arrangement): Part[] {
  const { metre, sections, tempo, phrase } = piece;
  const sung = notes.filter(({ role }) => role === 'melody' || role === 'counter');
  const isHeldAcross = (line: number) =>
    sung.some(({ at, length }) => at < line - sameMoment && at + length > line + sameMoment);
  const secondsPerBar = (60 * metre.units) / metre.pulse / tempo;
  const isShort = phrase < 4 || 4 * secondsPerBar > longest;
  return sections.flatMap(({ name }, section) => {
    const [start = 0, end = 0] = boundaries.slice(section);
    const isLast = section === sections.length - 1;
    const step = (isShort || isLast ? 2 : 4) * metre.units;
    const lines = [start];
    for (let line = start + step; line <= end - (isLast ? 1 : 2) * metre.units; line += step)
      if (!isHeldAcross(line)) lines.push(line);
    return lines.map((from, index): Part => {
      const to = lines[index + 1] ?? end;
      const own = chords.filter(({ at }) => at > from - sameMoment && at < to - sameMoment);
      const [first, last] = [own[0]?.value, own.at(-1)?.value];
      if (!first || !last) throw new RangeError(`${piece.id}: there are no chords in ${name}`);
      return { name: lines.length === 1 ? name : `${name}.${index + 1}`, section, from, to, first, last };
    });
  });
}
