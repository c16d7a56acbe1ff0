import { createRandom } from '../random.ts';
import type { Species } from '../vision/find-pets.ts';
import { blinks, type Curve, fromRestToRest } from './curves.ts';

/** The individual timing of one animal's movements. Curves from -1 to 1, `blink` from 0 to 1. */
export interface PetRhythm {
  readonly yaw: Curve;
  readonly nod: Curve;
  readonly roll: Curve;
  readonly breath: Curve;
  readonly blink: Curve;
}

/**
 * The rhythm of the animal with this index in a photo with this seed. Dogs tilt their heads quickly and then listen; cats
 * turn slowly, and close their eyes slowly.
 */
export function createPetRhythm(seed: number, pet: number, species: Species): PetRhythm {
  const random = createRandom(seed + Math.imul(pet + 101, 0x85ebca6b));
  const between = (from: number, to: number): number => from + (to - from) * random();
  const side = random() < 0.5 ? 1 : -1;
  const late = between(-0.3, 0.5);
  const turned = side * between(0.75, 1);
  const back = -side * between(0.35, 0.7);
  const isCat = species === 'cat';
  const listening = isCat ? 1.3 : 0.5;
  const first = between(0.9, 1.6);
  const second = between(3.4, 4.4);
  const shift = between(0, 0.15);
  return {
    yaw: fromRestToRest([
      { at: 0.15, value: 0 },
      { at: 1.7 + late, value: turned },
      { at: 2.5 + late, value: 0.95 * turned },
      { at: 4.2 + late, value: back },
      { at: 4.6 + late, value: 0.95 * back },
      { at: 5.95, value: 0 },
    ]),
    nod: fromRestToRest([
      { at: 0.4, value: 0 },
      { at: 1.5 + late, value: -0.6 },
      { at: 3 + late, value: 0.8 },
      { at: 4.4 + late, value: 0.1 },
      { at: 6, value: 0 },
    ]),
    roll: fromRestToRest([
      { at: 0.9 + late, value: 0 },
      { at: 0.9 + late + listening, value: -turned },
      { at: 2.9 + late, value: -0.95 * turned },
      { at: 2.9 + late + listening, value: -0.6 * back },
      { at: 4.8 + late / 2, value: -0.55 * back },
      { at: 5.95, value: 0 },
    ]),
    // Three breaths per loop; like ours, in motion at the seam.
    breath: (phase) => Math.sin(2 * Math.PI * (3 * phase + shift)) - Math.sin(2 * Math.PI * shift),
    blink: isCat ? slowBlink(second - 0.6) : blinks([first, second], between(0.8, 0.95)),
  };
}

/** Eyes that are closed slowly, as cats do at those whom they trust. */
function slowBlink(start: number): Curve {
  return fromRestToRest([
    { at: start, value: 0 },
    { at: start + 0.45, value: 1 },
    { at: start + 0.7, value: 1 },
    { at: start + 1.3, value: 0 },
  ]);
}
