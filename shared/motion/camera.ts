import { approach, type Curve } from './curves.ts';
import type { CameraMovement, Motion } from './movements.ts';
import type { Scene } from './scene.ts';

/** What the camera does, at natural liveliness. Lengths in pixels of a frame whose shorter side is 768. */
export interface CameraPath {
  /** Share of magnification at its height, of what is farthest and of what is nearest. */
  readonly zoomFar: number;
  readonly zoomNear: number;
  readonly zoom: Curve;
  /** How far near and far things pass each other, across and up, as the camera sways. */
  readonly orbitX: number;
  readonly orbitY: number;
  /** Where the magnified picture wanders, as a share of the room that magnification gives, -1 to 1. */
  readonly panX: number;
  readonly panY: number;
  /** How far the background loses focus, 0 to 1. */
  readonly focus: number;
}

const calm = { zoom: approach(1), orbitX: 12, orbitY: 0, panX: 0, panY: 0, focus: 0 } as const;

/** Every path sways a little: a camera that only zooms would rest at the seam of the loop. */
export const cameraPaths: Readonly<Record<CameraMovement, CameraPath>> = {
  'push-in': { ...calm, zoomFar: 0.066, zoomNear: 0.092, zoom: approach(1.2), orbitX: 14 },
  'pull-out': { ...calm, zoomFar: 0.07, zoomNear: 0.09, zoom: approach(0.78), orbitX: -14 },
  arc: { ...calm, zoomFar: 0.062, zoomNear: 0.08, orbitX: 26, orbitY: 4 },
  drift: { ...calm, zoomFar: 0.074, zoomNear: 0.088, panX: 0.9, orbitX: 14 },
  rise: { ...calm, zoomFar: 0.07, zoomNear: 0.088, panY: -0.9, orbitX: 8, orbitY: 12 },
  'dolly-zoom': { ...calm, zoomFar: 0.08, zoomNear: 0.012, orbitX: 14 },
  'focus-pull': { ...calm, zoomFar: 0.06, zoomNear: 0.078, orbitX: 14, focus: 1 },
  still: { ...calm, zoomFar: 0, zoomNear: 0, orbitX: 0 },
};

/** What suits a photo; one of them is drawn by its seed. */
const suitable: Readonly<Record<'portrait' | 'group' | 'subject' | 'place', readonly CameraMovement[]>> = {
  portrait: ['push-in', 'arc', 'dolly-zoom', 'focus-pull', 'rise', 'pull-out'],
  group: ['push-in', 'drift', 'pull-out', 'arc'],
  subject: ['push-in', 'arc', 'rise', 'pull-out'],
  place: ['push-in', 'drift', 'rise', 'pull-out'],
};

/** The movement of a scene: the one that was wished for, or one that suits it, always the same for the same photo. */
export function chooseMovement(
  scene: Pick<Scene, 'faces' | 'isLayered' | 'seed' | 'estimate'>,
  wish: Motion,
): CameraMovement {
  if (wish !== 'auto') return wish;
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
