import type { BorderMode } from '../print/print.ts';
import type { RestPoint } from './found-faces.ts';
import type { TurnOption } from './turn.ts';

/** The available camera movements. */
export const cameraMovements = [
  'push-in',
  'pull-out',
  'arc',
  'drift',
  'rise',
  'dolly-zoom',
  'focus-pull',
  'still',
] as const;
export type CameraMovement = (typeof cameraMovements)[number];

/** The values that can be requested: a movement, or `auto` for one that suits the photo. */
export const motions = ['auto', ...cameraMovements] as const;
export type Motion = (typeof motions)[number];

/** The strength of all motion: heads, breath and camera. */
export const livelinesses = ['calm', 'natural', 'lively'] as const;
export type Liveliness = (typeof livelinesses)[number];

/** The requested motion of a photo. */
export interface MotionOptions {
  readonly motion: Motion;
  readonly liveliness: Liveliness;
}

/** The requested processing of a photo. The same options and the same photo give the same video. */
export interface AnimationOptions extends MotionOptions {
  readonly turn: TurnOption;
  /** The faces that don't move, by points of the photo once it is turned. */
  readonly rest: readonly RestPoint[];
  readonly border: BorderMode;
  /** Whether the photo is restored first. */
  readonly restore: boolean;
}

export const defaultAnimationOptions: AnimationOptions = {
  motion: 'auto',
  liveliness: 'natural',
  turn: 'auto',
  rest: [],
  border: 'crop',
  restore: false,
};
