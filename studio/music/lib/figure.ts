import type { Chord } from './chord.ts';
import { type Instrument, instruments } from './instruments.ts';
import { sameMoment, type Timed } from './notation.ts';
import { type Pitch, rangeNamed } from './pitch.ts';
import type { ArrangedNote, FigurePart } from './score.ts';
import { nearestBass, nearestVoicing, type VoicingBefore } from './voicing.ts';

/** Turns figures into notes. Remembers each figure's last voicing, so that voice leading continues across sections. */
export interface Figures {
  /** @param lines the lines above or below, which the voicing avoids */
  write(part: FigurePart, chords: readonly Timed<Chord>[], lines: readonly ArrangedNote[]): ArrangedNote[];
}

export function createFigures(unitsInBar: number): Figures {
  const memory = new Map<string, VoicingBefore>();

  function voice(part: FigurePart, chord: Timed<Chord>, lines: readonly ArrangedNote[]): VoicingBefore {
    const { instrument, voices: count = 3, range = 'G3-E5', bass: bassRange = 'E2-Eb3' } = part;
    const key = [instrument, count, range, bassRange].join(' ');
    const before = memory.get(key);
    const bass = nearestBass(chord.value, rangeNamed(bassRange), before?.bass);
    const singing = lines.filter(({ at, length }) => at < chord.at + chord.length && at + length > chord.at);
    const voices = nearestVoicing(chord.value, bass, {
      count,
      range: rangeNamed(range),
      singing: singing.map(({ pitch }) => pitch),
      ...(before && { before }),
    });
    memory.set(key, { voices, bass });
    return { voices, bass };
  }

  return {
    write(part, chords, lines) {
      const notes = chords.flatMap((chord) =>
        writeChord(part, chord, Math.floor(chord.at / unitsInBar + sameMoment), voice(part, chord, lines)),
      );
      return part.tied ? tieCommonTones(notes) : notes;
    },
  };
}

function writeChord(
  part: FigurePart,
  chord: Timed<Chord>,
  bar: number,
  voicing: VoicingBefore,
): ArrangedNote[] {
  const patterns = part.figure.split('|');
  const pattern = (patterns[bar % patterns.length] ?? '').trim().split(/\s+/);
  const { strum = 0 }: Instrument = instruments[part.instrument];
  const step = part.step ?? chord.length;
  const count = Math.ceil(chord.length / step - sameMoment);
  return Array.from({ length: count }, (_, index) => index).flatMap((index) => {
    const token = pattern[index % pattern.length] ?? '.';
    const voices = token === '.' ? [] : token.split('+');
    const rest = chord.length - index * step;
    return voices.map(
      (voice, order): ArrangedNote => ({
        at: chord.at + index * step,
        length: Math.min(part.ring ?? rest, rest),
        pitch: pitchOf(voice, voicing),
        instrument: part.instrument,
        role: voice === 'b' ? 'bass' : 'inner',
        level: part.level ?? 1,
        delay: order * (part.roll ?? strum),
      }),
    );
  });
}

function pitchOf(token: string, { bass, voices }: VoicingBefore): Pitch {
  if (token === 'b') return bass;
  if (token === 'o') return bass + 12;
  const index = Number(token) - 1;
  const voice = voices[index % voices.length];
  if (voice === undefined) throw new RangeError(`${token} is not a step of a figure`);
  return voice + 12 * Math.floor(index / voices.length);
}

/** Ties tones that the next chord shares. */
function tieCommonTones(notes: readonly ArrangedNote[]): ArrangedNote[] {
  const tied: ArrangedNote[] = [];
  for (const note of notes) {
    const held = tied.find(
      ({ at, length, pitch }) => pitch === note.pitch && Math.abs(at + length - note.at) < sameMoment,
    );
    if (held) held.length += note.length;
    else tied.push({ ...note });
  }
  return tied;
}
