import { type PitchRange, rangeNamed } from './pitch.ts';

/** How a General MIDI sound is played here. */
export interface Instrument {
  /** General MIDI program, counted from 0. */
  program: number;
  range: PitchRange;
  /** Notes are held by the sustain pedal, which changes with the harmony. */
  pedal?: boolean;
  /** Long notes swell and fade, as with bow and breath. */
  swells?: boolean;
  /** A soloist's long notes start straight and gain vibrato. */
  vibrato?: boolean;
  /** Seconds between the notes of a chord, lowest first. */
  strum?: number;
  /** How early its notes start, in seconds, to compensate for a slow attack. */
  lead?: number;
  /** Standard deviation of its timing, in seconds. */
  looseness: number;
  /** Loudness relative to the others, 0 to 1. */
  volume: number;
  /** -1 is left, 1 is right. */
  pan: number;
  /** Share sent to the reverb, 0 to 1. */
  reverb: number;
}

const define = (range: string, rest: Omit<Instrument, 'range'>): Instrument => ({
  range: rangeNamed(range),
  ...rest,
});

export const instruments = {
  piano: define('A0-C8', {
    program: 0,
    pedal: true,
    strum: 0.006,
    looseness: 0.006,
    volume: 0.9,
    pan: 0,
    reverb: 0.45,
  }),
  electricPiano: define('E1-E7', {
    program: 4,
    pedal: true,
    strum: 0.008,
    looseness: 0.007,
    volume: 0.8,
    pan: -0.15,
    reverb: 0.4,
  }),
  celesta: define('C4-C8', { program: 8, looseness: 0.008, volume: 0.7, pan: 0.3, reverb: 0.7 }),
  glockenspiel: define('G5-C8', { program: 9, looseness: 0.006, volume: 0.5, pan: 0.35, reverb: 0.7 }),
  vibraphone: define('F3-F6', {
    program: 11,
    pedal: true,
    looseness: 0.007,
    volume: 0.8,
    pan: 0.2,
    reverb: 0.55,
  }),
  guitar: define('E2-B5', {
    program: 24,
    strum: 0.014,
    looseness: 0.006,
    volume: 0.85,
    pan: -0.25,
    reverb: 0.35,
  }),
  bass: define('E1-G3', { program: 32, looseness: 0.006, volume: 0.85, pan: 0, reverb: 0.15 }),
  violin: define('G3-E7', {
    program: 40,
    swells: true,
    vibrato: true,
    lead: 0.04,
    looseness: 0.01,
    volume: 0.78,
    pan: -0.1,
    reverb: 0.6,
  }),
  cello: define('C2-A5', {
    program: 42,
    swells: true,
    vibrato: true,
    lead: 0.05,
    looseness: 0.01,
    volume: 0.85,
    pan: 0.15,
    reverb: 0.55,
  }),
  contrabass: define('C1-G3', {
    program: 43,
    swells: true,
    lead: 0.05,
    looseness: 0.01,
    volume: 0.8,
    pan: 0.25,
    reverb: 0.5,
  }),
  pizzicato: define('C2-C6', { program: 45, looseness: 0.007, volume: 0.8, pan: 0.2, reverb: 0.5 }),
  harp: define('C1-G7', {
    program: 46,
    pedal: true,
    looseness: 0.006,
    volume: 0.85,
    pan: -0.3,
    reverb: 0.55,
  }),
  timpani: define('C2-C4', { program: 47, looseness: 0.006, volume: 1, pan: 0.1, reverb: 0.65 }),
  strings: define('C2-C7', {
    program: 48,
    swells: true,
    lead: 0.06,
    looseness: 0.012,
    volume: 0.75,
    pan: 0,
    reverb: 0.65,
  }),
  slowStrings: define('C2-C7', {
    program: 49,
    swells: true,
    lead: 0.12,
    looseness: 0.015,
    volume: 0.9,
    pan: 0,
    reverb: 0.7,
  }),
  choir: define('C3-C6', {
    program: 52,
    swells: true,
    lead: 0.08,
    looseness: 0.015,
    volume: 0.85,
    pan: 0,
    reverb: 0.8,
  }),
  horn: define('B1-F5', {
    program: 60,
    swells: true,
    lead: 0.04,
    looseness: 0.012,
    volume: 0.75,
    pan: 0.2,
    reverb: 0.7,
  }),
  oboe: define('Bb3-A6', {
    program: 68,
    swells: true,
    vibrato: true,
    lead: 0.03,
    looseness: 0.01,
    volume: 0.7,
    pan: 0.1,
    reverb: 0.6,
  }),
  clarinet: define('D3-Bb6', {
    program: 71,
    swells: true,
    lead: 0.03,
    looseness: 0.01,
    volume: 0.75,
    pan: 0.15,
    reverb: 0.6,
  }),
  flute: define('C4-D7', {
    program: 73,
    swells: true,
    vibrato: true,
    lead: 0.03,
    looseness: 0.01,
    volume: 0.75,
    pan: 0.1,
    reverb: 0.6,
  }),
  warmPad: define('C2-C7', {
    program: 89,
    swells: true,
    lead: 0.15,
    looseness: 0.02,
    volume: 0.8,
    pan: 0,
    reverb: 0.8,
  }),
} satisfies Record<string, Instrument>;

export type InstrumentName = keyof typeof instruments;
