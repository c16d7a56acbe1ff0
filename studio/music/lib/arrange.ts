import type { Chord } from './chord.ts';
import { createFigures, type Figures } from './figure.ts';
import { countBars, readChords, readLine, type Timed } from './notation.ts';
import type { ArrangedNote, LinePart, Piece, Section } from './score.ts';

export interface Arrangement {
  notes: ArrangedNote[];
  chords: Timed<Chord>[];
  /** The start of each section, and the end of the last one. */
  boundaries: number[];
}

/**
 * Expands a score: turns every figure into notes, leading each voice to the nearest tone of the next chord. Throws
 * RangeError for a line that doesn't fill its bars or its section.
 */
export function arrange({ metre, sections }: Piece): Arrangement {
  const figures = createFigures(metre.units);
  const arrangement: Arrangement = { notes: [], chords: [], boundaries: [0] };
  let start = 0;
  for (const section of sections) {
    const chords = readChords(section.chords, metre.units);
    const notes = writeSection(section, chords, metre.units, figures);
    arrangement.notes.push(...notes.map((note) => ({ ...note, at: start + note.at })));
    arrangement.chords.push(...chords.map((chord) => ({ ...chord, at: start + chord.at })));
    start += countBars(section.chords) * metre.units;
    arrangement.boundaries.push(start);
  }
  arrangement.notes.sort((a, b) => a.at - b.at || a.pitch - b.pitch);
  return arrangement;
}

function writeSection(
  { name, chords: harmony, parts }: Section,
  chords: Timed<Chord>[],
  units: number,
  figures: Figures,
): ArrangedNote[] {
  const bars = countBars(harmony);
  const lines = parts.flatMap((part) => {
    if ('figure' in part) return [];
    if (countBars(part.line) === bars) return writeLine(part, units);
    throw new RangeError(`${name}: the ${part.instrument} has ${countBars(part.line)} of ${bars} bars`);
  });
  const accompaniment = parts.flatMap((part) => ('figure' in part ? figures.write(part, chords, lines) : []));
  return [...lines, ...accompaniment];
}

function writeLine(
  { instrument, role, line, level = 1, transpose = 0, echo }: LinePart,
  units: number,
): ArrangedNote[] {
  const notes = readLine(line, units);
  const repeats = Array.from({ length: 1 + (echo?.times ?? 0) }, (_, times) => times);
  return repeats.flatMap((times) =>
    notes.map(({ at, length, value }) => ({
      at: at + times * (echo?.after ?? 0),
      length,
      pitch: value + transpose,
      instrument,
      role: times === 0 ? role : 'inner',
      level: level * 0.75 ** times,
      delay: 0,
    })),
  );
}
