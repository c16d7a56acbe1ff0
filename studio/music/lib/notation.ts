import { type Chord, chordNamed } from './chord.ts';
import { type Pitch, pitchNamed } from './pitch.ts';

/**
 * A time span in the score; times and lengths are in units, the metre's denominator (quarters in 4/4, eighths in 6/8).
 */
export interface Timed<T> {
  at: number;
  length: number;
  value: T;
}

/** Lengths are multiples of a twelfth of a unit, or sums of them; times closer than this are the same moment. */
export const sameMoment = 1e-6;

function lengthOf(text: string): number {
  const [whole = '', part] = text.split('/');
  const length = part === undefined ? Number(whole) : Number(whole) / Number(part);
  if (!(length > 0)) throw new RangeError(`${text} is not a length`);
  return length;
}

function bars(text: string): string[][] {
  return text.split('|').map((bar) => bar.trim().split(/\s+/).filter(Boolean));
}

function checkBar(bar: readonly string[], length: number, units: number): void {
  if (Math.abs(length - units) < sameMoment) return;
  throw new RangeError(`the bar "${bar.join(' ')}" lasts ${length} of ${units} units`);
}

/**
 * Parses a line of notes: `G5:2.5 F5:.5 Eb5 | r:2 ~:1 C5:1/3`. A number after the colon is a length in units (1 if
 * omitted), `r` is a rest, `~` extends the previous note, and `|` separates bars. Throws RangeError for a bar that
 * isn't full.
 */
export function readLine(text: string, units: number): Timed<Pitch>[] {
  const notes: Timed<Pitch>[] = [];
  let barStart = 0;
  for (const bar of bars(text)) {
    let at = barStart;
    for (const token of bar) {
      const [name = '', lengthText = '1'] = token.split(':');
      const length = lengthOf(lengthText);
      const last = notes.at(-1);
      if (name === '~') {
        if (!last || Math.abs(last.at + last.length - at) > sameMoment) {
          throw new RangeError(`nothing to go on with in "${bar.join(' ')}"`);
        }
        last.length += length;
      } else if (name !== 'r') notes.push({ at, length, value: pitchNamed(name) });
      at += length;
    }
    checkBar(bar, at - barStart, units);
    barStart += units;
  }
  return notes;
}

/** The number of bars in a line. */
export const countBars = (text: string): number => bars(text).length;

/**
 * Parses chord symbols: `Eb | Bb/D | Fm7:2 Bb7:2`. Chords without a length share the rest of their bar evenly. Throws
 * RangeError for an unknown chord or a bar that isn't full.
 */
export function readChords(text: string, units: number): Timed<Chord>[] {
  return bars(text).flatMap((bar, index) => {
    const tokens = bar.map((token) => token.split(':'));
    const given = tokens.reduce((sum, [, length]) => sum + (length ? lengthOf(length) : 0), 0);
    const share = (units - given) / tokens.filter(([, length]) => !length).length;
    let at = index * units;
    const chords = tokens.map(([symbol = '', lengthText]) => {
      const length = lengthText ? lengthOf(lengthText) : share;
      const chord = { at, length, value: chordNamed(symbol) };
      at += length;
      return chord;
    });
    checkBar(bar, at - index * units, units);
    return chords;
  });
}
