import { approach, type Curve, opening, plateau } from './curves.ts';
import type { CameraMovement, Motion } from './movements.ts';
import type { Scene } from './scene.ts';

/** A camera movement at natural liveliness. Lengths in pixels of a frame with a shorter side of 768. */
export interface CameraPath {
  /** Maximum magnification, as a share, of the farthest and of the nearest parts. */
  readonly zoomFar: number;
  readonly zoomNear: number;
  readonly zoom: Curve;
  /** Parallax between near and far, horizontal and vertical, as the camera sways. */
  readonly orbitX: number;
  readonly orbitY: number;
  /** Panning of the magnified picture, as a share of the room that magnification gives, -1 to 1. */
  readonly panX: number;
  readonly panY: number;
  /** Maximum defocus of the background, 0 to 1. */
  readonly focus: number;
}

const calm = { zoom: approach(1), orbitX: 8, orbitY: 0, panX: 0, panY: 0, focus: 0 } as const;

/**
 * Every path sways slightly: a camera that only zooms would come to rest at the seam of the loop. Any two differ by more
 * than half of the larger one, so that somebody who does not know their names tells them apart: in direction, or in when
 * they are furthest.
 */
export const cameraPaths: Readonly<Record<CameraMovement, CameraPath>> = {
  'push-in': { ...calm, zoomFar: 0.08, zoomNear: 0.11, zoom: approach(0.88) },
  'pull-out': { ...calm, zoomFar: 0.085, zoomNear: 0.11, zoom: opening(0.85), orbitX: -8 },
  // Around the subject: what is near moves one way, what is far the other.
  arc: { ...calm, zoomFar: 0.057, zoomNear: 0.057, zoom: plateau, panX: -0.95, orbitX: 22, orbitY: 4 },
  drift: { ...calm, zoomFar: 0.088, zoomNear: 0.1, zoom: plateau, panX: 0.95 },
  rise: { ...calm, zoomFar: 0.075, zoomNear: 0.09, zoom: plateau, panY: -0.95, orbitX: 4, orbitY: 12 },
  'dolly-zoom': { ...calm, zoomFar: 0.08, zoomNear: 0.012, zoom: approach(0.6) },
  'focus-pull': { ...calm, zoomFar: 0.04, zoomNear: 0.055, zoom: approach(0.78), orbitX: -12, focus: 1 },
  still: { ...calm, zoomFar: 0, zoomNear: 0, orbitX: 0 },
};

/** What moves further where people are a layer of their own, so that nothing is bent. */
const layeredPaths: Readonly<Partial<Record<CameraMovement, Partial<CameraPath>>>> = {
  'dolly-zoom': { zoomFar: 0.14 },
};

/** The path of a movement, in a picture of one layer or two. */
export function pathOf(movement: CameraMovement, isLayered: boolean): CameraPath {
  return { ...cameraPaths[movement], ...(isLayered && layeredPaths[movement]) };
}

/** Movements that suit each kind of photo; the seed selects one. */
const suitable: Readonly<Record<'portrait' | 'group' | 'subject' | 'place', readonly CameraMovement[]>> = {
  portrait: ['push-in', 'arc', 'dolly-zoom', 'focus-pull', 'rise', 'pull-out'],
  group: ['push-in', 'drift', 'pull-out', 'arc'],
  subject: ['push-in', 'arc', 'rise', 'pull-out'],
  place: ['push-in', 'drift', 'rise', 'pull-out'],
};

/** The camera movement of a scene: the requested one, or a suitable one that depends only on the photo. */
export function chooseMovement(
  scene: Pick<Scene, 'faces' | 'isLayered' | 'seed' | 'estimate'>,
  requested: Motion,
): CameraMovement {
  if (requested !== 'auto') return requested;
  const { faces, isLayered, estimate, seed } = scene;
  const kind = isLayered
    ? faces.length > 3
      ? 'group'
      : 'portrait'
    : faces.length > 0
      ? 'group'
      : estimate.confidence > 0.4
        ? 'subject'
        : 'place';
  const choice = suitable[kind];
  return choice[seed % choice.length]!;
}
