import type { Chord } from './chord.ts';
import { type Pitch, type PitchRange, pitchClassOf } from './pitch.ts';

/** The bass of a chord: the pitch in range that is nearest to the previous bass, or to the middle of the range. */
export function nearestBass(chord: Chord, range: PitchRange, previous?: Pitch): Pitch {
  const target = previous ?? (range.low + range.high) / 2;
  const candidates = pitchesOf([chord.bass], range);
  const nearest = candidates.sort((a, b) => Math.abs(a - target) - Math.abs(b - target))[0];
  if (nearest === undefined) throw new RangeError(`no bass for ${chord.symbol} in range`);
  return nearest;
}

function pitchesOf(classes: readonly number[], { low, high }: PitchRange): Pitch[] {
  const pitches = Array.from({ length: high - low + 1 }, (_, index) => low + index);
  return pitches.filter((pitch) => classes.includes(pitchClassOf(pitch)));
}

/** All ascending choices of `count` pitches whose neighbours are between a whole tone and an octave apart. */
function* spreads(pitches: readonly Pitch[], count: number, chosen: Pitch[] = []): Generator<Pitch[]> {
  if (chosen.length === count) {
    yield chosen;
    return;
  }
  const last = chosen.at(-1);
  for (const pitch of pitches) {
    // Seconds sound muddy below C4.
    const closest = pitch < 60 ? 3 : 2;
    if (last !== undefined && (pitch - last < closest || pitch - last > 12)) continue;
    yield* spreads(pitches, count, [...chosen, pitch]);
  }
}

/** The tones that `count` voices must contain: the most characteristic ones; the root only if it isn't in the bass. */
function needed(chord: Chord, count: number): number[] {
  const rootless = chord.tones.filter((tone) => tone !== chord.root || chord.bass !== chord.root);
  return (rootless.length >= count ? rootless : chord.tones).slice(0, count);
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

export interface VoicingBefore {
  voices: Pitch[];
  bass: Pitch;
}

/** The cost of moving between two voicings: the motion of every voice, and fifths or octaves parallel to the bass. */
function motionCost(voices: readonly Pitch[], bass: Pitch, before: VoicingBefore): number {
  const moves = voices.map((pitch, index) => pitch - (before.voices[index] ?? pitch));
  const parallels = voices.filter((pitch, index) => {
    const was = (before.voices[index] ?? pitch) - before.bass;
    const now = pitch - bass;
    return moves[index] !== 0 && was % 12 === now % 12 && [0, 7].includes(now % 12);
  });
  const top = Math.abs(moves.at(-1) ?? 0);
  return sum(moves.map(Math.abs)) + 0.5 * top + 9 * parallels.length;
}

/** The cost of conflicts with the melodic lines: minor seconds and ninths, doubled tendency tones, unisons. */
function lineCost(voices: readonly Pitch[], { tendencies }: Chord, singing: readonly Pitch[]): number {
  const costs = voices.flatMap((voice) =>
    singing.map((line) => {
      if ([-1, 1, 13].includes(line - voice)) return 30;
      if (line === voice) return 4;
      return (line - voice) % 12 === 0 && tendencies.includes(pitchClassOf(voice)) ? 8 : 0;
    }),
  );
  return sum(costs);
}

export interface VoicingRequest {
  /** Number of voices. */
  count: number;
  range: PitchRange;
  /** Pitches of the lines that sound together with the chord. */
  singing?: readonly Pitch[];
  before?: VoicingBefore;
}

/**
 * Chooses the upper voices of a chord, lowest first: with the required tones, without doubled tendency tones, out of
 * the way of the lines, and as close as possible to the previous voicing. Throws RangeError if the range is too narrow.
 */
export function nearestVoicing(
  chord: Chord,
  bass: Pitch,
  { count, range, singing = [], before }: VoicingRequest,
): Pitch[] {
  const must = needed(chord, count);
  const middle = (range.low + range.high) / 2;
  let best: Pitch[] | undefined;
  let lowest = Number.POSITIVE_INFINITY;
  for (const voices of spreads(pitchesOf(chord.tones, range), count)) {
    const classes = voices.map(pitchClassOf);
    const missing = must.filter((tone) => !classes.includes(tone)).length;
    const doubled = chord.tendencies.filter((tone) => classes.indexOf(tone) !== classes.lastIndexOf(tone));
    const drift = Math.abs(sum(voices) / count - middle);
    const motion = before ? motionCost(voices, bass, before) + 0.35 * drift : 2 * drift;
    const cost = 22 * missing + 20 * doubled.length + lineCost(voices, chord, singing) + motion;
    if (cost < lowest) [best, lowest] = [voices, cost];
  }
  if (!best) throw new RangeError(`no voicing of ${chord.symbol} in range`);
  return best;
}
