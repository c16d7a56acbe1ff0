import { blinks, breath, type Curve, fromRestToRest, sway } from './curves.ts';
import { createRandom } from '../random.ts';

/** The individual timing of one person's movements. Curves from -1 to 1, `blink` and `smile` from 0 to 1. */
export interface Rhythm {
  readonly yaw: Curve;
  readonly nod: Curve;
  readonly roll: Curve;
  readonly smile: Curve;
  readonly breath: Curve;
  readonly blink: Curve;
  /** Glances to the side, in eye widths, relative to the viewer. */
  readonly gaze: Curve;
}

/** The rhythm of the person with this index in a photo with this seed. In a group, the amount of motion varies. */
export function createRhythm(seed: number, person: number, inGroup: boolean): Rhythm {
  const random = createRandom(seed + Math.imul(person + 1, 0x9e3779b1));
  const between = (from: number, to: number): number => from + (to - from) * random();
  const side = random() < 0.5 ? 1 : -1;
  const share = inGroup ? between(0.6, 1) : 1;
  const late = between(-0.15, 0.25);
  const out = side * between(0.75, 1) * share;
  const back = -side * between(0.45, 0.8) * share;
  const head = fromRestToRest([
    { at: 0.1, value: 0 },
    { at: 1.75 + late, value: out },
    { at: 2.2 + late, value: 0.96 * out },
    { at: 4.1 + late, value: back },
    { at: 4.5 + late, value: 0.97 * back },
    { at: 5.95, value: 0 },
  ]);
  const first = between(1.05, 1.55);
  const second = between(3.75, 4.45);
  const twice = random() < 0.25 ? [second + 0.46] : [];
  const glance = side * 0.135;
  // Eyes move ahead of the head, most easily while they are shut, and come back to whoever looks at them.
  const gaze = fromRestToRest([
    { at: first + 0.08, value: 0 },
    { at: first + 0.2, value: glance },
    { at: first + 1.05, value: glance },
    { at: first + 1.17, value: 0 },
    { at: second + 0.08, value: 0 },
    { at: second + 0.2, value: -0.6 * glance },
    { at: second + 0.85, value: -0.6 * glance },
    { at: second + 0.97, value: 0 },
  ]);
  return {
    // A head is never quite still, not even at the seam of the loop.
    yaw: (phase) => 0.9 * head(phase) + 0.1 * side * sway(phase),
    nod: fromRestToRest([
      { at: 0.3 + late, value: 0 },
      { at: 1.6 + late, value: 0.55 * between(0.7, 1.1) * share },
      { at: 3 + late, value: -0.35 * share },
      { at: 4.6, value: 0.35 * share },
      { at: 6, value: 0 },
    ]),
    roll: fromRestToRest([
      { at: 0.25 + late, value: 0 },
      { at: 2.1 + late, value: 0.8 * side * share },
      { at: 4.3 + late, value: -0.5 * side * share },
      { at: 6, value: 0 },
    ]),
    smile: fromRestToRest([
      { at: 1.9 + late, value: 0 },
      { at: 3 + late, value: share },
      { at: 4.4 + late, value: share },
      { at: 5.9, value: 0 },
    ]),
    breath,
    blink: blinks([first, second, ...twice], between(0.92, 1.08)),
    gaze,
  };
}
