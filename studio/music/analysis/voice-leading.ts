import type { Arrangement } from '../lib/arrange.ts';
import type { Chord } from '../lib/chord.ts';
import type { Timed } from '../lib/notation.ts';
import { nameOf, type Pitch, pitchClassOf } from '../lib/pitch.ts';
import type { ArrangedNote, Metre } from '../lib/score.ts';

/** A violation of a voice-leading rule: its position in units, and a description of what sounds. */
export interface Fault {
  at: number;
  what: string;
}

/** Shorter than any note, to look just before a change. */
const moment = 1 / 48;

const soundsAt = (at: number) => (note: ArrangedNote) =>
  note.at <= at + moment / 2 && note.at + note.length > at + moment / 2;

/** The melody as a single line: the highest note if several instruments play it. */
export function melodyOf({ notes }: Arrangement): ArrangedNote[] {
  const melody = notes.filter(({ role }) => role === 'melody');
  return melody.filter(({ at, pitch }) => !melody.some((other) => other.at === at && other.pitch > pitch));
}

interface Outer {
  melody: Pitch;
  bass: Pitch;
}

/** The outer voices at a moment, or null while the melody rests. */
function outerVoicesAt(notes: readonly ArrangedNote[], at: number): Outer | null {
  const sounding = notes.filter(soundsAt(at));
  const melody = sounding.filter(({ role }) => role === 'melody').map(({ pitch }) => pitch);
  if (melody.length === 0) return null;
  return { melody: Math.max(...melody), bass: Math.min(...sounding.map(({ pitch }) => pitch)) };
}

/** Parallel perfect fifths and octaves between melody and bass at changes of harmony, in any direction. */
export function parallels({ notes, chords }: Arrangement): Fault[] {
  return chords.slice(1).flatMap(({ at }) => {
    const before = outerVoicesAt(notes, at - moment);
    const after = outerVoicesAt(notes, at);
    if (!before || !after || before.melody === after.melody || before.bass === after.bass) return [];
    const [was, now] = [before, after].map(({ melody, bass }) => pitchClassOf(melody - bass));
    if (was !== now || (was !== 0 && was !== 7)) return [];
    const names = [before.bass, before.melody, after.bass, after.melody].map(nameOf);
    return [{ at, what: `${names[0]} ${names[1]} to ${names[2]} ${names[3]}` }];
  });
}

/** Minor seconds and ninths of the melody against other voices, from a strong beat on, that last a pulse or more. */
export function clashes({ notes }: Arrangement, { units, pulse }: Metre): Fault[] {
  const strong = units === 4 ? 2 : 3;
  const melody = notes.filter(({ role, at }) => role === 'melody' && at % strong === 0);
  return melody.flatMap((line) =>
    notes
      .filter(({ role, pitch }) => role !== 'melody' && [-1, 1, 13].includes(line.pitch - pitch))
      .filter(({ at, length }) => {
        const together = Math.min(line.at + line.length, at + length) - Math.max(line.at, at);
        return together > pulse - moment;
      })
      .map((other) => ({
        at: line.at,
        what: `${nameOf(line.pitch)} on ${other.instrument} ${nameOf(other.pitch)}`,
      })),
  );
}

const isDominant = ({ root, tones }: Chord): boolean =>
  tones.includes(pitchClassOf(root + 4)) && tones.includes(pitchClassOf(root + 10));

/** Leading tones at the end of a dominant chord that don't resolve upwards in the same hands when the tonic follows. */
export function strayLeadingTones(arrangement: Arrangement): Fault[] {
  const melody = melodyOf(arrangement);
  return arrangement.chords.flatMap((chord: Timed<Chord>, index) => {
    const next = arrangement.chords[index + 1];
    if (!next || !isDominant(chord.value) || next.value.root !== pitchClassOf(chord.value.root + 5))
      return [];
    const last = melody.findLast(({ at }) => at < next.at - moment);
    if (!last || pitchClassOf(last.pitch) !== pitchClassOf(chord.value.root + 4)) return [];
    const hands = arrangement.notes.filter(
      ({ role, instrument }) => role !== 'inner' && instrument === last.instrument,
    );
    const following = hands.find(({ at, role }) => at > last.at && role !== 'bass');
    if (!following) return [];
    const resolved = following.pitch === last.pitch + 1 || following.pitch === last.pitch;
    return resolved ? [] : [{ at: next.at, what: `${nameOf(last.pitch)} to ${nameOf(following.pitch)}` }];
  });
}
