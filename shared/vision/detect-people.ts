import type { Plane, RgbPicture } from '../motion/plane.ts';
import { type Face, meshFace } from './face-mesh.ts';
import { findCutFaces } from './cut-faces.ts';
import { bestFaceIn, type FaceBox, findFaces, findInWhole, strongest } from './find-faces.ts';
import { findObjects, isIn } from './find-objects.ts';
import { findPets, type Pet, scalePet } from './find-pets.ts';
import { points as at } from './landmarks.ts';
import { maskPeople } from './person-mask.ts';
import { createPyramid, type Pyramid } from './pyramid.ts';
import type { VisionModels } from './vision-models.ts';

/** The people and animals in a picture. Plain data: it is passed between threads and processes. */
export interface Detection {
  /** The size of the picture that all coordinates refer to. */
  readonly width: number;
  readonly height: number;
  /** At most 48, the most certain first. */
  readonly faces: readonly Face[];
  /** The probability that each part belongs to a person, 0 to 1; smaller than the picture, with the same aspect. */
  readonly people: Plane;
  /** At most some ten animals, the most certain first; omitted if they weren't looked for. */
  readonly pets?: readonly Pet[];
}

const maxFaces = 48;
/** Among this many faces, many people stand too close to be found one by one. */
const largeGroup = 12;
/** The box of somebody whom the border cuts may begin this far from it, as a share of the picture's width. */
const personsRim = 0.05;

/** Finds faces, their points, people and animals in an upright picture. Deterministic. Throws whatever the models throw. */
export function detectPeople(models: VisionModels, picture: RgbPicture): Detection {
  const pyramid = createPyramid(picture);
  const objects = findObjects(models, pyramid);
  const persons = objects.filter(({ kind }) => kind === 'person');
  const seen: Face[] = [];
  const whole = findFaces(models, pyramid, persons);
  const boxes = [...whole, ...(whole.length > 0 ? findCutFaces(models, pyramid, whole) : [])];
  const isExpected = ({ x, y }: Face): boolean => {
    const rim = personsRim * picture.width;
    const inside = { x: Math.max(rim, Math.min(x, picture.width - rim)), y };
    return boxes.length >= largeGroup || persons.some((person) => isIn(inside, person));
  };
  for (const box of boxes.slice(0, maxFaces)) {
    const face = meshFace(models, pyramid, box);
    const isNew = seen.every((other) => !isSame(other, face, box.isCut));
    if (isNew && isFace(box, face) && isCertain(models, pyramid, box, face, isExpected(face)))
      seen.push(face);
  }
  const { faces, pets } = findPets(models, pyramid, objects, seen);
  const people = maskPeople(models, pyramid, faces);
  return { width: picture.width, height: picture.height, faces, people, pets };
}

/** The large faces in a picture, as `detectPeople` finds them, for a tenth of its cost. */
export function glanceAtFaces(models: VisionModels, picture: RgbPicture): Face[] {
  const pyramid = createPyramid(picture);
  const seen: Face[] = [];
  for (const box of strongest(findInWhole(models, pyramid))) {
    if (box.score < certain.large) continue;
    const face = meshFace(models, pyramid, box);
    if (isFace(box, face) && seen.every((other) => !isSame(other, face))) seen.push(face);
  }
  return seen;
}

/** How far the detector and the mesh may disagree on the position of eyes, nose and mouth, in face widths. */
const disagreement = 0.3;

/** Fur can look like a face to both models, but to each a different one (faces: 0.02 to 0.25, fur: 0.33 to 0.57). */
function isFace(box: FaceBox, { points, width }: Face): boolean {
  const ends = [
    [at.leftIris, at.leftIris],
    [at.rightIris, at.rightIris],
    [at.noseTip, at.noseTip],
    [at.innerUpperLip, at.innerLowerLip],
  ] as const;
  return ends.every(([a, b], i) => {
    const x = (points[3 * a]! + points[3 * b]!) / 2;
    const y = (points[3 * a + 1]! + points[3 * b + 1]!) / 2;
    return Math.hypot(box.keys[2 * i]! - x, box.keys[2 * i + 1]! - y) < disagreement * width;
  });
}

/**
 * Large faces score this much: fur, ties and rockets less (measured over some sixty photos). Small ones are certain from a
 * higher score on, and half ones, of any size.
 */
const certain = { large: 0.75, half: 0.8, any: 0.9 } as const;
/** Smaller than this share of the picture's longer side, knots, posters and clocks look like faces too. */
const smallShare = 0.06;
/** Faces are at least this high, in widths: those of toddlers and dolls are round. */
const leastHeight = 0.85;
/**
 * Looked at alone, in squares of these sizes, a face scores this much in the best ones of them: less where a person was
 * found, or in a large group, than on a wall.
 */
const looks = { sides: [2.2, 4, 1.6, 3], expected: [0.8, 0.68], elsewhere: [0.8, 0.75, 0.75] } as const;

/** Whether something that may be a face is one: by its score, its shape, and another look at it alone. */
function isCertain(
  models: VisionModels,
  pyramid: Pyramid,
  { isCut: isMirrored = false }: FaceBox,
  face: Face,
  isExpected: boolean,
): boolean {
  const { score, x, y, width, height } = face;
  const longer = Math.max(pyramid[0]!.width, pyramid[0]!.height);
  if (isMirrored ? score >= certain.half : score >= certain.any) return true;
  if (width > smallShare * longer && !isMirrored) return score >= certain.large;
  if (height < leastHeight * width) return false;
  const least = isExpected ? looks.expected : looks.elsewhere;
  const scores: number[] = [];
  for (const share of looks.sides) {
    const found = bestFaceIn(models, pyramid, { x, y, side: share * height, angle: 0, isMirrored });
    if (Math.hypot(found.x - x, found.y - y) > 0.4 * height) continue;
    scores.push(found.score);
    scores.sort((a, b) => b - a);
    if (least.every((score, i) => scores[i]! >= score)) return true;
  }
  return false;
}

/** Two boxes can lead to the same face, because the mesh slides to the best fit: further if it is cut in half. */
function isSame(a: Face, b: Face, isCut = false): boolean {
  return Math.hypot(a.x - b.x, a.y - b.y) < (isCut ? 0.7 : 0.35) * Math.max(a.height, b.height);
}

/** The same result, in pixels of the same picture at another size. */
export function scaleDetection(detection: Detection, width: number, height: number): Detection {
  const x = width / detection.width;
  const y = height / detection.height;
  const faces = detection.faces.map((face) => scaleFace(face, x, y));
  const pets = detection.pets?.map((pet) => scalePet(pet, x, y));
  return { width, height, faces, people: detection.people, ...(pets && { pets }) };
}

/** The same face in a picture that is scaled by `x` and `y`. */
export function scaleFace(face: Face, x: number, y: number): Face {
  return {
    ...face,
    points: face.points.map((value, i) => value * (i % 3 === 1 ? y : x)),
    x: face.x * x,
    y: face.y * y,
    width: face.width * x,
    height: face.height * y,
  };
}
