import { scaleFace } from '../vision/detect-people.ts';
import { type Pet, type Species, scalePet } from '../vision/find-pets.ts';
import { chooseMovement } from './camera.ts';
import { judgePerson } from './eyes.ts';
import type { FoundFace, PlaceBox } from './found-faces.ts';
import type { BlinkGate } from './judge-eyes.ts';
import type { CameraMovement, MotionOptions } from './movements.ts';
import { blinksAsPet } from './pet-lids.ts';
import type { RgbPicture } from './plane.ts';
import type { Scene } from './scene.ts';

/** Why a face does not move, or not all of it; in this order, the first reason. */
export const stillReasons = [
  'resting',
  'too_small',
  'face_not_found',
  'eyes_not_found',
  'eyes_outside',
  'eyes_too_small',
  'turned_away',
  'eyes_shut',
  'eyes_unequal',
  'eyes_covered',
  'glasses',
] as const;
export type StillReason = (typeof stillReasons)[number];

const reasons: Readonly<Record<BlinkGate | 'outside', StillReason>> = {
  outside: 'eyes_outside',
  small: 'eyes_too_small',
  turned: 'turned_away',
  shut: 'eyes_shut',
  unequal: 'eyes_unequal',
  covered: 'eyes_covered',
  glasses: 'glasses',
};

/** What a face will do in the video. */
export interface ForecastFace {
  readonly kind: 'person' | 'pet';
  readonly species?: Species;
  /** Where it is in the upright photo, and in the picture that moves. */
  readonly inPhoto: PlaceBox;
  readonly box: PlaceBox;
  readonly blinks: boolean;
  /** Animals never do. */
  readonly gazes: boolean;
  /** Whether the head turns, nods and tilts. */
  readonly turns: boolean;
  readonly why?: StillReason;
}

/** What will happen in a video. */
export interface Forecast {
  readonly motion: CameraMovement;
  readonly faces: readonly ForecastFace[];
}

/**
 * Tells what planning and drawing a scene will do, without either. `photo` is its picture, best at the size of the frame:
 * lids and glasses are judged by details. Deterministic.
 */
export function forecast(
  photo: RgbPicture,
  scene: Scene,
  { motion }: Pick<MotionOptions, 'motion'>,
): Forecast {
  const moving = new Set<unknown>([...scene.faces, ...scene.pets]);
  return {
    motion: chooseMovement(scene, motion),
    faces: scene.found.map((found) => {
      const { species, inPhoto, box } = found;
      const moves = found.rests
        ? still('resting')
        : moving.has(found.of)
          ? movesOf(photo, scene, found)
          : still('too_small');
      return { ...(species ? { kind: 'pet', species } : { kind: 'person' }), inPhoto, box, ...moves };
    }),
  };
}

type Moves = Pick<ForecastFace, 'blinks' | 'gazes' | 'turns' | 'why'>;

const still = (why: StillReason): Moves => ({ blinks: false, gazes: false, turns: false, why });

function movesOf(photo: RgbPicture, { frame }: Scene, { of }: FoundFace): Moves {
  const [x, y] = [photo.width / frame.width, photo.height / frame.height];
  if ('species' in of) return petMoves(photo, scalePet(of, x, y));
  const { blinks, gazes, gate } = judgePerson(photo, scaleFace(of, x, y));
  return { blinks, gazes, turns: true, ...(gate && { why: reasons[gate] }) };
}

function petMoves(photo: RgbPicture, { head }: Pet): Moves {
  // Only its body sways and breathes.
  if (!head) return still('face_not_found');
  const blinks = blinksAsPet(photo, head);
  return { blinks, gazes: false, turns: true, ...(!blinks && { why: 'eyes_not_found' }) };
}
