/** A MIDI control change: its number, its time in seconds, its value from 0 to 1. */
export interface Controller {
  number: number;
  time: number;
  value: number;
}

const modulation = 1;
const expression = 11;
export const sustainPedal = 64;

interface Sounding {
  time: number;
  duration: number;
}

/** Changes the pedal with the harmony: up when the new chord is struck, down again before the hands release it. */
export function pedalling(changes: readonly number[]): Controller[] {
  return changes.flatMap((time) => [
    { number: sustainPedal, time: Math.max(0, time - 0.01), value: 0 },
    { number: sustainPedal, time: time + 0.09, value: 1 },
  ]);
}

/** Makes long notes swell and fade; the shorter a note, the smaller its swell. Simultaneous notes share one swell. */
export function swells(notes: readonly Sounding[]): Controller[] {
  const steps = 10;
  const controllers: Controller[] = [];
  let busyUntil = -1;
  for (const { time, duration } of notes) {
    if (time < busyUntil) continue;
    busyUntil = time + Math.min(duration, 8) * 0.9;
    const depth = Math.min(0.3, 0.12 * duration);
    for (let step = 0; step <= steps; step++) {
      const position = step / steps;
      const value = 1 - depth * (1 - Math.sin(Math.PI * Math.min(1, 0.15 + 0.75 * position)));
      controllers.push({ number: expression, time: time + position * (busyUntil - time), value });
    }
  }
  return controllers;
}

/** Starts a long note without vibrato and increases it gradually. */
export function vibrato(notes: readonly Sounding[]): Controller[] {
  return notes
    .filter(({ duration }) => duration > 0.7)
    .flatMap(({ time, duration }) => [
      { number: modulation, time, value: 0.05 },
      { number: modulation, time: time + Math.min(0.45, duration / 3), value: 0.14 },
      { number: modulation, time: time + Math.min(0.9, duration / 2), value: 0.22 },
    ]);
}
