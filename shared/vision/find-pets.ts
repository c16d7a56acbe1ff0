import type { Face } from './face-mesh.ts';
import { type EyePair, findEyePairs, type Spot } from './pet-eyes.ts';
import { bestFaceIn } from './find-faces.ts';
import { type Box, isIn, likenessesOf, type SeenObject } from './find-objects.ts';
import { eyesIn, findPetFace, hasEyes, type PetFace } from './pet-face.ts';
import type { Pyramid } from './pyramid.ts';
import type { ObjectClass, VisionModels } from './vision-models.ts';

export type Species = Exclude<ObjectClass, 'person'>;

/** An animal and the box around all that is seen of it, in pixels of the picture. Plain data. */
export interface Pet extends Box {
  readonly species: Species;
  /** The confidence that it is an animal, 0 to 1. */
  readonly score: number;
  /** Null if its face wasn't found: seen from the side, too small, or its eyes don't stand out from its fur. */
  readonly head: PetHead | null;
}

/** The front of an animal's head. */
export interface PetHead {
  /** The centre of the face: a little below the middle of the eyes. */
  readonly x: number;
  readonly y: number;
  /** From there to the cheeks. */
  readonly radius: number;
  /** Its tilt in radians; positive is clockwise in the picture. */
  readonly angle: number;
  /** Open round eyes, left and right in the picture, if they were found with certainty. */
  readonly eyes: readonly [Spot, Spot] | null;
}

const maxPets = 6;
/**
 * Over some eighty photos, animals score 0.34 to 0.84; people are taken for cats or dogs with up to 0.33. Below this, only
 * an animal counts whose open eyes are found.
 */
const sureScore = 0.34;

/** The animals in a picture, and those of its faces that belong to people. */
export interface Company {
  readonly pets: readonly Pet[];
  readonly faces: readonly Face[];
}

/** Finds the faces of the animals among `seen`, best first, and tells them from the people whose faces were found. */
export function findPets(
  models: VisionModels,
  pyramid: Pyramid,
  seen: readonly SeenObject[],
  faces: readonly Face[],
): Company {
  const animals = seen.filter(({ kind }) => kind !== 'person');
  const human = faces.filter((face) => !animals.some((animal) => isFur(models, pyramid, face, animal)));
  const pets = animals
    .filter((animal) => human.every((face) => !isPersonsBox(face, animal)))
    .slice(0, maxPets)
    .flatMap((animal) => headsOf(models, pyramid, animal, human).map((head) => petOf(animal, head)))
    .filter(({ score, head }) => score > sureScore || head?.eyes);
  return { pets: pets.filter((pet, i) => isFirst(pet, pets.slice(0, i))), faces: human };
}

function petOf({ kind, ...seen }: SeenObject, head: PetHead | null): Pet {
  return { ...seen, species: kind as Species, head };
}

/** Whether none of those before has the same head: boxes of neighbours overlap. */
function isFirst({ head }: Pet, before: readonly Pet[]): boolean {
  if (!head) return true;
  return before.every(
    (other) =>
      !other.head ||
      Math.hypot(other.head.x - head.x, other.head.y - head.y) > Math.max(other.head.radius, head.radius),
  );
}

/** What is around a face is an animal's if it resembles one this many times as much as a person (people: 0.4 at most). */
const furriness = 2;

/** Whether a face is that of an animal: what is around it, looked at alone, is clearly an animal. */
function isFur(models: VisionModels, pyramid: Pyramid, face: Face, animal: SeenObject): boolean {
  if (!isIn(face, animal)) return false;
  const side = 2.4 * Math.max(face.width, face.height);
  const square = { x: face.x, y: face.y + 0.25 * face.height, side };
  const like = likenessesOf(models, pyramid, square);
  return like.animal > sureScore && like.animal > furriness * like.person;
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly side: number;
}

/** Whether a box, taken for an animal, is around a person of whom little more than the head is seen. */
function isPersonsBox(face: Face, animal: SeenObject): boolean {
  const side = Math.min(animal.right - animal.left, animal.bottom - animal.top);
  return isIn(face, animal) && face.width > 0.3 * side;
}

/** From this score on, a pair of eyes is certain enough to blink; from the lower one on, to place the head. */
const certain = { pair: 1.1, head: 0.78 } as const;
/**
 * The detector of faces agrees on a pair of eyes if it scores this much, and is off by less than a share of their
 * distance: a smaller one to blink than to place the head.
 */
const agreement = { score: 0.55, eyes: 0.42, head: 0.52 } as const;
/** A head has at least this radius, as a share of its box's shorter side: more if that fills the picture. */
const leastRadius = { usually: 0.18, filling: 0.3 } as const;
/** Alone, it finds the head if it scores this much. */
const faceAlone = 0.7;

/** Cats and dogs, and what large white dogs are taken for: horses and birds have faces of other shapes. */
const furry: ReadonlySet<ObjectClass> = new Set(['cat', 'dog', 'bear', 'sheep']);

/** The heads in an animal's box: usually one, but several animals side by side may share a box. */
function headsOf(
  models: VisionModels,
  pyramid: Pyramid,
  animal: SeenObject,
  people: readonly Face[],
): (PetHead | null)[] {
  const { left, top, right, bottom } = animal;
  const [width, height] = [right - left, bottom - top];
  const [longer, shorter] = [Math.max(width, height), Math.min(width, height)];
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
  const squares: Place[] = [{ ...middle, side: 1.04 * longer }];
  if (height > 1.25 * width) squares.push({ x: middle.x, y: top + 0.5 * width, side: 1.1 * width });
  const isOthers = ({ x, y, radius }: PetHead): boolean =>
    people.some((face) => Math.hypot(face.x - x, face.y - y) < 0.5 * face.height + 0.5 * radius);
  const smallest = isFilledBy(pyramid, animal) ? leastRadius.filling : leastRadius.usually;
  const heads: PetHead[] = [];
  let face: PetFace | null | undefined;
  const furryFace = (): PetFace | null => {
    if (face === undefined)
      face = furry.has(animal.kind) ? findPetFace(models.petFaces, pyramid, animal) : null;
    return face;
  };
  const isSeen = ({ eyes }: EyePair): boolean => {
    const seen = furryFace();
    return seen !== null && hasEyes(seen, eyes);
  };
  for (const square of squares) {
    for (const pair of findEyePairs(pyramid, square)) {
      if (pair.score < (heads.length > 0 ? certain.pair : certain.head)) break;
      const disagreement = disagreementOn(models, pyramid, pair);
      const isPlain = pair.score >= certain.pair;
      const head = headOf(pair, disagreement < agreement.eyes || (isPlain && isSeen(pair)));
      const isInside =
        isIn(head, animal) &&
        head.y < top + 0.75 * height &&
        head.radius < 0.75 * shorter &&
        head.radius > smallest * shorter;
      const isNew = heads.every(
        (other) => Math.hypot(other.x - head.x, other.y - head.y) > 0.8 * (other.radius + head.radius),
      );
      if ((isPlain || disagreement < agreement.head || isSeen(pair)) && isInside && isNew && !isOthers(head))
        heads.push(head);
    }
    if (heads.length > 0) return heads;
  }
  const alone =
    headOfFace(pyramid, furryFace()) ??
    faceOf(models, pyramid, animal, squares) ??
    headThatFills(pyramid, animal);
  return [alone && !isOthers(alone) ? alone : null];
}

/** How far off a pair of eyes the detector of faces sees the same face, as a share of their distance. */
function disagreementOn(models: VisionModels, pyramid: Pyramid, { eyes: [a, b] }: EyePair): number {
  const distance = Math.hypot(b.x - a.x, b.y - a.y);
  const angle = Math.atan2(b.y - a.y, b.x - a.x);
  const x = (a.x + b.x) / 2 - 0.4 * distance * Math.sin(angle);
  const y = (a.y + b.y) / 2 + 0.4 * distance * Math.cos(angle);
  const offs = [3, 4, 5].map((share) => {
    const face = bestFaceIn(models, pyramid, { x, y, side: share * distance, angle });
    const [rightX, rightY, leftX, leftY] = face.keys as [number, number, number, number];
    const off = Math.max(Math.hypot(rightX - a.x, rightY - a.y), Math.hypot(leftX - b.x, leftY - b.y));
    return face.score > agreement.score ? off / distance : Infinity;
  });
  return Math.min(...offs);
}

function headOf({ eyes, score, nose }: EyePair, agrees: boolean): PetHead {
  const [a, b] = eyes;
  const distance = Math.hypot(b.x - a.x, b.y - a.y);
  const angle = Math.atan2(b.y - a.y, b.x - a.x);
  return {
    x: (a.x + b.x) / 2 - 0.3 * distance * Math.sin(angle),
    y: (a.y + b.y) / 2 + 0.3 * distance * Math.cos(angle),
    radius: 1.25 * distance,
    angle,
    eyes: score >= certain.pair && agrees && nose ? eyes : null,
  };
}

/** The head of a face that the cascades see: placed by its eyes, if they are plain enough. */
function headOfFace(pyramid: Pyramid, face: PetFace | null): PetHead | null {
  if (!face) return null;
  const pair = eyesIn(pyramid, face);
  if (pair && pair.score >= certain.head) return headOf(pair, true);
  return { x: face.x, y: face.y + 0.03 * face.side, radius: 0.5 * face.side, angle: 0, eyes: null };
}

/** The face that the detector of human faces sees in an animal, if it has the size and place of a head. */
function faceOf(
  models: VisionModels,
  pyramid: Pyramid,
  { left, top, right, bottom }: SeenObject,
  squares: readonly Place[],
): PetHead | null {
  const shorter = Math.min(right - left, bottom - top);
  const faces = squares
    .flatMap((square) => [1, 0.75].map((share) => ({ ...square, side: share * square.side, angle: 0 })))
    .map((square) => bestFaceIn(models, pyramid, square))
    .filter(
      ({ score, y, size }) =>
        score > faceAlone && y < (top + bottom) / 2 && size > 0.25 * shorter && size < 0.8 * shorter,
    );
  const best = faces.toSorted((a, b) => b.score - a.score)[0];
  return best ? { x: best.x, y: best.y, radius: 0.6 * best.size, angle: best.angle, eyes: null } : null;
}

/** Whether a box fills the picture and is cut off by it: then it shows little more than a head. */
function isFilledBy(pyramid: Pyramid, { left, top, right, bottom }: SeenObject): boolean {
  const { width, height } = pyramid[0]!;
  const near = 0.04 * Math.min(width, height);
  return [left < near, top < near, right > width - near, bottom > height - near].filter(Boolean).length > 2;
}

function headThatFills(pyramid: Pyramid, animal: SeenObject): PetHead | null {
  if (!isFilledBy(pyramid, animal)) return null;
  const { left, top, right, bottom } = animal;
  const radius = 0.42 * Math.min(right - left, bottom - top);
  return { x: (left + right) / 2, y: (top + bottom) / 2, radius, angle: 0, eyes: null };
}

/** The same animal in a picture that is scaled by `x` and `y`. */
export function scalePet(pet: Pet, x: number, y: number): Pet {
  const { head } = pet;
  const spot = (each: Spot): Spot => ({ ...each, x: each.x * x, y: each.y * y, radius: each.radius * x });
  return {
    ...pet,
    left: pet.left * x,
    right: pet.right * x,
    top: pet.top * y,
    bottom: pet.bottom * y,
    head: head && {
      ...head,
      x: head.x * x,
      y: head.y * y,
      radius: head.radius * x,
      eyes: head.eyes && [spot(head.eyes[0]), spot(head.eyes[1])],
    },
  };
}
