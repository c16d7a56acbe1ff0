import { limits } from '../limits.ts';

/** How far a movement is at a phase of the loop (0 to 1). Every curve is 0 at 0 and at 1: the first frame is the photo. */
export type Curve = (phase: number) => number;

const turn = 2 * Math.PI;

/** To one side and to the other, -1 to 1; fastest at the seam of the loop, so that nothing ever rests there. */
export const sway: Curve = (phase) => Math.sin(turn * phase);

/** In and out twice, -1 to 1; as `sway`, in motion at the seam. */
export const breath: Curve = (phase) => Math.sin(2 * turn * phase);

/** Out and back once, 0 to 1. `skew` above 1 goes out slowly and returns faster, below 1 the other way round. */
export function approach(skew: number): Curve {
  return (phase) => (1 - Math.cos(turn * phase ** skew)) / 2;
}

/** Rest at second `at` of the loop and at `value`. */
export interface Rest {
  readonly at: number;
  readonly value: number;
}

/** From rest to rest as a head moves: without any jerk (the minimum-jerk curve). 0 before the first and after the last. */
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

/** A blink, frame by frame: down in three, shut for two, up in seven. */
const lidClosures = [0, 0.22, 0.68, 1, 1, 0.9, 0.66, 0.42, 0.22, 0.09, 0.02, 0];

/** How far the lids are shut, 0 to 1, for blinks that begin at these seconds. `pace` above 1 is quicker. */
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
