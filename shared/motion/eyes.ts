import type { Face } from '../vision/face-mesh.ts';
import { judgeBlink } from './blink-gates.ts';
import type { Patch } from './eye.ts';
import { createEyePainter } from './eyelids.ts';
import { headOf } from './head.ts';
import type { RgbPicture } from './plane.ts';
import type { Rhythm } from './rhythm.ts';

/** A part of the photo to redraw, as RGB bytes; valid until the next call. */
export interface Repaint {
  readonly patch: Patch;
  readonly rgb: Uint8Array;
}

/** The parts of the photo to redraw for a phase of the loop, relative to the previous call. */
export type Eyes = (phase: number) => readonly Repaint[];

/** A face, in pixels of the photo, and its blinks. */
interface Person {
  readonly face: Face;
  readonly rhythm: Rhythm;
}

/** The lids and gaze of all people in a photo whose eyes may move, see `judgeBlink`. */
export function createEyes(photo: RgbPicture, people: readonly Person[]): Eyes {
  const moving = people.flatMap(({ face, rhythm }) => {
    const { gate, eyes } = judgeBlink(photo, headOf(face));
    const painters = eyes.flatMap((eye) => createEyePainter(photo, eye) ?? []);
    return gate !== null || painters.length < eyes.length
      ? []
      : [{ rhythm, painters, drawn: { closure: 0, gaze: 0 } }];
  });
  return (phase) =>
    moving.flatMap((person) => {
      const { rhythm, painters, drawn } = person;
      const now = { closure: rhythm.blink(phase), gaze: rhythm.gaze(phase) };
      if (now.closure === drawn.closure && now.gaze === drawn.gaze) return [];
      person.drawn = now;
      return painters.map(({ patch, paint }) => ({ patch, rgb: paint(now.closure, now.gaze) }));
    });
}
