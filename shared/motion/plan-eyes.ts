import { scaleFace } from '../vision/detect-people.ts';
import { scalePet } from '../vision/find-pets.ts';
import { createEyes, type Eyes } from './eyes.ts';
import type { MotionPlan } from './motion-plan.ts';
import { createPetEyes } from './pet-lids.ts';
import type { RgbPicture } from './plane.ts';

/** The lids and gaze of all people and animals of a plan who don't rest, in a photo of any size. */
export function createPlanEyes(photo: RgbPicture, plan: MotionPlan): Eyes {
  const [x, y] = [photo.width / plan.frameWidth, photo.height / plan.frameHeight];
  const people = createEyes(
    photo,
    awake(plan.people).map(({ head, rhythm: { blink }, gaze }) => ({
      face: scaleFace(head.face, x, y),
      blink,
      gaze,
    })),
  );
  const pets = createPetEyes(
    photo,
    awake(plan.pets).map(({ pet, rhythm }) => ({ pet: scalePet(pet, x, y), rhythm })),
  );
  return (phase) => [...people(phase), ...pets(phase)];
}

const awake = <Each extends { readonly rests: boolean }>(all: readonly Each[]): Each[] =>
  all.filter(({ rests }) => !rests);
