import { type Arrangement, arrange } from './arrange.ts';
import { type Controller, pedalling, swells, vibrato } from './controllers.ts';
import { loudnessAt } from './dynamics.ts';
import { type Instrument, type InstrumentName, instruments } from './instruments.ts';
import { createRandom } from '#shared/random.ts';
import { gaussian, type Random } from './random.ts';
import type { ArrangedNote, Piece, Role } from './score.ts';
import { type Clock, createClock } from './tempo.ts';

export interface PlayedNote {
  pitch: number;
  /** Where it is in the score, in units. */
  at: number;
  /** Seconds. */
  time: number;
  duration: number;
  /** 0 to 1. */
  velocity: number;
}

export interface Track {
  instrument: InstrumentName;
  notes: PlayedNote[];
  controllers: Controller[];
}

export interface Performance {
  tracks: Track[];
  /** Seconds until the sound has decayed. */
  duration: number;
}

/** Seconds of silence before the first beat, to leave room for early notes. */
export const upbeat = 0.25;

/** The balance between a piano's hands, and between soloist and accompaniment. */
const balance: Record<Role, number> = { melody: 1.06, counter: 0.86, bass: 0.82, inner: 0.68 };

/** Seconds by which the melody precedes its accompaniment, as when played by pianists. */
const melodyLead = 0.012;

/** Plays a score like humans: phrases breathe, the melody leads, no two notes coincide exactly. Deterministic. */
export function perform(piece: Piece): Performance {
  const arrangement = arrange(piece);
  const clock = createClock(piece, arrangement);
  const changes = arrangement.chords.map(({ at }) => upbeat + clock(at));
  const tracks = playAll(piece, arrangement, clock).map(({ instrument, notes }) => {
    return { instrument, notes, controllers: controllersFor(instrument, notes, changes) };
  });
  return { tracks, duration: durationOf(piece, arrangement, clock) };
}

/** What each instrument plays, in the order of their first notes. */
export function playAll(
  piece: Piece,
  arrangement: Arrangement,
  clock: Clock,
): Pick<Track, 'instrument' | 'notes'>[] {
  const random = createRandom(piece.seed);
  const names = [...new Set(arrangement.notes.map(({ instrument }) => instrument))];
  return names.map((instrument) => {
    const score = arrangement.notes.filter((note) => note.instrument === instrument);
    const notes = separateRepeats(score.map((note) => play(note, piece, arrangement, clock, random)));
    return { instrument, notes };
  });
}

/** Seconds until the sound has decayed. */
export function durationOf({ ending }: Piece, { boundaries }: Arrangement, clock: Clock): number {
  return upbeat + clock(boundaries.at(-1) ?? 0) + ending.ring;
}

function play(
  note: ArrangedNote,
  piece: Piece,
  { boundaries }: Arrangement,
  clock: Clock,
  random: Random,
): PlayedNote {
  const { lead = 0, looseness, range }: Instrument = instruments[note.instrument];
  const { at, length, pitch, role } = note;
  if (pitch < range.low || pitch > range.high) {
    throw new RangeError(`${piece.id}: the ${note.instrument} has no pitch ${pitch} (at unit ${at})`);
  }
  const ahead = lead + (role === 'melody' ? melodyLead : 0);
  const start = clock(at);
  const time = Math.max(0, upbeat + start - ahead + note.delay + looseness * gaussian(random));
  const legato = role === 'melody' || role === 'counter' ? 1.02 : 0.98;
  const level =
    loudnessAt(piece, boundaries, at) * balance[role] * note.level * metricAccent(at, piece, role);
  return {
    pitch,
    at,
    time,
    duration: Math.max(0.08, (clock(at + length) - start) * legato - note.delay),
    velocity: Math.max(0.08, Math.min(1, level * (1 + 0.045 * gaussian(random)))),
  };
}

/** Accents the first beat of a bar, and weakens notes between the pulses. */
function metricAccent(at: number, { metre }: Piece, role: Role): number {
  const depth = role === 'melody' ? 0.5 : 1;
  if (at % metre.units === 0) return 1 + 0.07 * depth;
  return at % metre.pulse === 0 ? 1 : 1 - 0.08 * depth;
}

/** Releases a key before it is struck again. */
function separateRepeats(notes: PlayedNote[]): PlayedNote[] {
  const sorted = [...notes].sort((a, b) => a.time - b.time);
  const lastOf = new Map<number, PlayedNote>();
  for (const note of sorted) {
    const before = lastOf.get(note.pitch);
    if (before) before.duration = Math.max(0.02, Math.min(before.duration, note.time - before.time - 0.015));
    lastOf.set(note.pitch, note);
  }
  return sorted;
}

/** How an instrument plays its notes, besides striking them. `changes` are the seconds at which the harmony changes. */
export function controllersFor(
  name: InstrumentName,
  notes: readonly PlayedNote[],
  changes: readonly number[],
): Controller[] {
  const instrument: Instrument = instruments[name];
  return [
    ...(instrument.pedal ? pedalling(changes) : []),
    ...(instrument.swells ? swells(notes) : []),
    ...(instrument.vibrato ? vibrato(notes) : []),
  ];
}
