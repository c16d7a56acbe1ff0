import type { Face } from '../vision/face-mesh.ts';
import type { Curve } from './curves.ts';
import type { Patch } from './patch.ts';
import { createEyePainter } from './eyelids.ts';
import { roomFor } from './gaze.ts';
import { headOf } from './head.ts';
import { type BlinkGate, type EyesVerdict, judgeEyes } from './judge-eyes.ts';
import { isInFrame } from './eye.ts';
import type { RgbPicture } from './plane.ts';

/** A part of the photo to redraw, as RGB bytes; valid until the next call. */
export interface Repaint {
  readonly patch: Patch;
  readonly rgb: Uint8Array;
}

/** The parts of the photo to redraw for a phase of the loop, relative to the previous call. */
export type Eyes = (phase: number) => readonly Repaint[];

/** A face, in pixels of the photo, its blinks, 0 to 1, and its gaze, in eye widths. */
interface Person {
  readonly face: Face;
  readonly blink: Curve;
  readonly gaze: Curve;
}

/** The gaze is redrawn when it has moved by this many pixels: other frames are drawn together, which costs less. */
const gazeStep = 0.5;

/** What a person's eyes do. */
export interface EyeMoves {
  readonly blinks: boolean;
  readonly gazes: boolean;
  /** Why the person doesn't blink, or null. */
  readonly gate: BlinkGate | 'outside' | null;
}

/** The moves of a person's eyes, with the range of their gaze in eye widths. */
interface JudgedEyes extends EyeMoves, Pick<EyesVerdict, 'eyes' | 'blink' | 'gaze' | 'glasses'> {
  readonly range: { readonly least: number; readonly most: number; readonly step: number };
}

/** Decides what a person's eyes do, as `createEyes` draws them. */
export function judgePerson(photo: RgbPicture, face: Face): JudgedEyes {
  const verdict = judgeEyes(photo, headOf(face));
  const { eyes } = verdict;
  const rooms = eyes.map(roomFor);
  const range = {
    least: -Math.min(...rooms.map(({ left }) => left)),
    most: Math.min(...rooms.map(({ right }) => right)),
    step: gazeStep / Math.max(...eyes.map(({ width }) => width)),
  };
  const isInside = eyes.every((eye) => isInFrame(eye, photo));
  return {
    ...verdict,
    range,
    gate: isInside ? verdict.gate : 'outside',
    blinks: isInside && verdict.blink > 0,
    gazes: isInside && verdict.gaze > 0 && Math.max(-range.least, range.most) >= range.step / 2,
  };
}

/** The lids and gaze of all people in a photo whose eyes may move, see `judgeEyes`. */
export function createEyes(photo: RgbPicture, people: readonly Person[]): Eyes {
  const moving = people.flatMap(({ face, blink, gaze }) => {
    const { eyes, range, ...verdict } = judgePerson(photo, face);
    if (!verdict.blinks && !verdict.gazes) return [];
    const { least, most, step } = range;
    const painters = eyes.flatMap((eye) => createEyePainter(photo, eye, verdict.glasses > 1) ?? []);
    const at = (phase: number) => ({
      closure: verdict.blink * blink(phase),
      gaze: step * Math.round(Math.min(most, Math.max(least, verdict.gaze * gaze(phase))) / step),
    });
    return [{ at, painters, drawn: { closure: 0, gaze: 0 } }];
  });
  return (phase) =>
    moving.flatMap((person) => {
      const { at, painters, drawn } = person;
      const now = at(phase);
      if (now.closure === drawn.closure && now.gaze === drawn.gaze) return [];
      person.drawn = now;
      return painters.map(({ patch, paint }) => ({ patch, rgb: paint(now.closure, now.gaze) }));
    });
}
