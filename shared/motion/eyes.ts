import type { Face } from '../vision/face-mesh.ts';
import type { Curve } from './curves.ts';
import type { Patch } from './patch.ts';
import { createEyePainter } from './eyelids.ts';
import { roomFor } from './gaze.ts';
import { headOf } from './head.ts';
import { judgeEyes } from './judge-eyes.ts';
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

/** The lids and gaze of all people in a photo whose eyes may move, see `judgeEyes`. */
export function createEyes(photo: RgbPicture, people: readonly Person[]): Eyes {
  const moving = people.flatMap(({ face, blink, gaze }) => {
    const verdict = judgeEyes(photo, headOf(face));
    const { eyes } = verdict;
    if (verdict.blink === 0 && verdict.gaze === 0) return [];
    const painters = eyes.flatMap((eye) => createEyePainter(photo, eye, verdict.glasses > 1) ?? []);
    if (painters.length < eyes.length) return [];
    const rooms = eyes.map(roomFor);
    const least = -Math.min(...rooms.map(({ left }) => left));
    const most = Math.min(...rooms.map(({ right }) => right));
    const step = gazeStep / Math.max(...eyes.map(({ width }) => width));
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
