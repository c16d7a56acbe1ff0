import type { BorderWish } from '../print/print.ts';

/** The movements of the camera that a video can have. */
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

/** What may be asked for: a movement, or the one that suits the photo. */
export const motions = ['auto', ...cameraMovements] as const;
export type Motion = (typeof motions)[number];

/** How much moves: heads, breath and camera. */
export const livelinesses = ['calm', 'natural', 'lively'] as const;
export type Liveliness = (typeof livelinesses)[number];

/** How a photo shall move. */
export interface MotionWishes {
  readonly motion: Motion;
  readonly liveliness: Liveliness;
}

/** What shall become of a photo. The same wishes and the same photo give the same video. */
export interface Wishes extends MotionWishes {
  readonly border: BorderWish;
  /** Whether what time has done to the photo shall be undone first. */
  readonly restore: boolean;
}

export const usualWishes: Wishes = { motion: 'auto', liveliness: 'natural', border: 'crop', restore: false };
