import { type Corners } from '../print/print.ts';
import { projectInto } from '../print/projection.ts';
import type { Detection } from '../vision/detect-people.ts';
import type { Face } from '../vision/face-mesh.ts';
import type { Pet } from '../vision/find-pets.ts';

/** A point of the upright photo, as shares (0 to 1) of its width and height. */
export type RestPoint = readonly [x: number, y: number];

/** An upright rectangle within a picture, as shares (0 to 1) of its width and height. */
export interface PlaceBox {
  /** Its upper left corner. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The face of a person or an animal in the picture that moves. */
export interface FoundFace {
  readonly of: Face | Pet;
  /** Null for a person. */
  readonly species: Pet['species'] | null;
  /** Where it is in the picture; all of an animal whose face wasn't found. */
  readonly box: PlaceBox;
  /** Where that is in the upright photo, of which the picture may be a part. */
  readonly inPhoto: PlaceBox;
  /** Whether it was asked to rest. */
  readonly rests: boolean;
}

/** A point this far from the centre of a face still means it, in half widths and half heights of its box. */
const reach = 1.5;
const surfacePoints = 468;

/**
 * The faces of people, then those of animals, each in the order of the detection. Each point of `rest` is for the face
 * whose box, enlarged by half, holds it; for the nearest if several do; a point that meets none is ignored. `corners` are
 * those of the picture within the upright photo, null if it is all of it.
 */
export function foundFaces(
  { width, height, faces, pets = [] }: Pick<Detection, 'width' | 'height' | 'faces' | 'pets'>,
  corners: Corners | null,
  rest: readonly RestPoint[],
): FoundFace[] {
  const share = ([left, top, right, bottom]: Extent): PlaceBox => {
    const [x, y] = [clamp(left / width), clamp(top / height)];
    return { x, y, width: clamp(right / width) - x, height: clamp(bottom / height) - y };
  };
  const seen = [
    ...faces.map((of) => ({ of, species: null, box: share(extentOf(of)) })),
    ...pets.map((of) => ({ of, species: of.species, box: share(headOf(of)) })),
  ].map((face) => ({ ...face, inPhoto: corners ? projectBox(face.box, corners) : face.box }));
  const resting = new Set(rest.map((point) => faceAt(seen, point)));
  return seen.map((face, i) => ({ ...face, rests: resting.has(i) }));
}

type Extent = readonly [left: number, top: number, right: number, bottom: number];

const clamp = (share: number): number => Math.max(0, Math.min(1, share));

function extentOf({ points }: Face): Extent {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let i = 0; i < 3 * surfacePoints; i += 3) {
    left = Math.min(left, points[i]!);
    right = Math.max(right, points[i]!);
    top = Math.min(top, points[i + 1]!);
    bottom = Math.max(bottom, points[i + 1]!);
  }
  return [left, top, right, bottom];
}

function headOf({ head, left, top, right, bottom }: Pet): Extent {
  if (!head) return [left, top, right, bottom];
  const { x, y, radius } = head;
  return [x - radius, y - radius, x + radius, y + radius];
}

/** The upright rectangle around a part of a straightened print, in the photo of the print. */
function projectBox({ x, y, width, height }: PlaceBox, corners: Corners): PlaceBox {
  const project = projectInto(corners);
  const places = [
    project(x, y),
    project(x + width, y),
    project(x, y + height),
    project(x + width, y + height),
  ];
  const [xs, ys] = [places.map((place) => clamp(place.x)), places.map((place) => clamp(place.y))];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { x: left, y: top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

/** The index of the face that a point of `rest` is for, or -1. */
export function faceAt(faces: readonly Pick<FoundFace, 'inPhoto'>[], point: RestPoint): number {
  const distances = faces.map(({ inPhoto }) => distanceTo(inPhoto, point));
  const least = Math.min(reach, ...distances);
  return distances.indexOf(least);
}

/** From 0 at the centre of a box to 1 at its edges. */
function distanceTo({ x, y, width, height }: PlaceBox, [left, top]: RestPoint): number {
  const across = Math.abs(left - x - width / 2) / Math.max(1e-6, width / 2);
  const down = Math.abs(top - y - height / 2) / Math.max(1e-6, height / 2);
  return Math.max(across, down);
}
