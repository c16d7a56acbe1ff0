import { limits } from '../limits.ts';

/**
 * The progress of a movement at a phase of the loop (0 to 1). 0 at both ends, because the first frame is the photo, except
 * where the camera pulls out.
 */
export type Curve = (phase: number) => number;

const turn = 2 * Math.PI;

/** To one side and to the other, -1 to 1; fastest at the seam of the loop, so that nothing comes to rest there. */
export const sway: Curve = (phase) => Math.sin(turn * phase);

/** In and out twice, -1 to 1; like `sway`, in motion at the seam. */
export const breath: Curve = (phase) => Math.sin(2 * turn * phase);

/** Out and back once, 0 to 1. A `skew` above 1 goes out slowly and returns faster, below 1 the other way round. */
export function approach(skew: number): Curve {
  return (phase) => (1 - Math.cos(turn * phase ** skew)) / 2;
}

/** Back and out once, 1 to 0 to 1: for what begins far out. The only curve that is not 0 at the ends. */
export function opening(skew: number): Curve {
  const closing = approach(skew);
  return (phase) => 1 - closing(phase);
}

/** Out within 1.9 seconds, there, and back at the end, 0 to 1. */
export const plateau: Curve = fromRestToRest([
  { at: 0, value: 0 },
  { at: 1.9, value: 1 },
  { at: 4.1, value: 1 },
  { at: 6, value: 0 },
]);

/** A rest at `value`, at second `at` of the loop. */
export interface Rest {
  readonly at: number;
  readonly value: number;
}

/**
 * Moves from rest to rest like a head, without jerk (the minimum-jerk curve). 0 before the first and after the last.
 */
export function fromRestToRest(rests: readonly Rest[]): Curve {
  return (phase) => {
    const second = phase * limits.video.seconds;
    const next = rests.findIndex(({ at }) => at > second);
    const from = rests[next - 1];
    const to = rests[next];
    if (!from || !to) return 0;
    const t = (second - from.at) / (to.at - from.at);
    return from.value + (to.value - from.value) * t * t * t * (t * (6 * t - 15) + 10);
  };
}

/** A blink, frame by frame: three down, two shut, seven up. */
const lidClosures = [0, 0.22, 0.68, 1, 1, 0.9, 0.66, 0.42, 0.22, 0.09, 0.02, 0];

/** How far the lids are shut, 0 to 1, for blinks that start at these seconds. A `pace` above 1 is faster. */
export function blinks(starts: readonly number[], pace: number): Curve {
  const closureAt = (frames: number): number => {
    const i = Math.floor(frames);
    const from = lidClosures[i];
    const to = lidClosures[i + 1];
    return from === undefined || to === undefined ? 0 : from + (to - from) * (frames - i);
  };
  return (phase) => {
    const second = phase * limits.video.seconds;
    const frames = starts.map((start) => (second - start) * limits.video.framesPerSecond * pace);
    return Math.max(0, ...frames.map((each) => (each >= 0 ? closureAt(each) : 0)));
  };
}
