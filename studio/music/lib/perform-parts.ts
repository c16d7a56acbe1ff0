import { arrange } from './arrange.ts';
import { sustainPedal } from './controllers.ts';
import { type Instrument, instruments } from './instruments.ts';
import { sameMoment } from './notation.ts';
import { type Part, partsOf } from './parts.ts';
import { controllersFor, durationOf, type Performance, playAll, type Track, upbeat } from './perform.ts';
import type { ArrangedNote, Piece } from './score.ts';
import { createClock } from './tempo.ts';

/** A part played on its own. Its first bar line is `upbeat` seconds after the beginning. */
export interface PartPerformance extends Performance {
  name: string;
  /** Whether it is the last one, which ends with the piece's own fade-out. */
  ends: boolean;
}

/** Seconds. No note or reverberation is heard for longer. */
const longestTail = 8;

/**
 * Plays each part on its own, all from one performance of the piece: the notes that begin in it, ringing on over its last
 * bar line as they do if the next part follows. Only what strings, winds and pads hold across that bar line is struck anew in
 * the next part, so that each part is complete. Deterministic.
 */
export function performParts(piece: Piece): PartPerformance[] {
  const arrangement = arrange(piece);
  const clock = createClock(piece, arrangement);
  const parts = partsOf(piece, arrangement);
  const notes = arrangement.notes.flatMap((note) => divide(note, parts));
  const tracks = playAll(piece, { ...arrangement, notes }, clock);
  const duration = durationOf(piece, arrangement, clock);
  return parts.map((part, index): PartPerformance => {
    const start = clock(part.from);
    const end = upbeat + clock(part.to) - start;
    const ends = index === parts.length - 1;
    const changes = arrangement.chords.filter(isIn(part)).map(({ at }) => upbeat + clock(at) - start);
    const own = tracks.flatMap((track): Track[] => {
      const played = track.notes.filter(isIn(part)).map((note) => ({ ...note, time: note.time - start }));
      const controllers = controllersFor(track.instrument, played, changes);
      // As the next part does with its first chord.
      if (!ends) controllers.push({ number: sustainPedal, time: end - 0.01, value: 0 });
      return played.length === 0 ? [] : [{ instrument: track.instrument, notes: played, controllers }];
    });
    return { name: part.name, ends, tracks: own, duration: ends ? duration - start : end + longestTail };
  });
}

const isIn =
  ({ from, to }: Part) =>
  ({ at }: { at: number }): boolean =>
    at > from - sameMoment && at < to - sameMoment;

/** A sustained note in pieces, one for each part in which it sounds. */
function divide(note: ArrangedNote, parts: readonly Part[]): ArrangedNote[] {
  const { swells }: Instrument = instruments[note.instrument];
  const end = note.at + note.length;
  const lines = parts
    .map(({ from }) => from)
    .filter((line) => swells && line > note.at + sameMoment && line < end - sameMoment);
  return [note.at, ...lines].map((at, index) => ({ ...note, at, length: (lines[index] ?? end) - at }));
}
