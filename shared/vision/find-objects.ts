import { type Pyramid, sampleSquare } from './pyramid.ts';
import {
  inputSides,
  type ObjectClass,
  objectClasses,
  objectValues,
  type VisionModels,
} from './vision-models.ts';

/** An upright rectangle in pixels of the picture. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** A person or an animal, and the box around all that is seen of it. */
export interface SeenObject extends Box {
  readonly kind: ObjectClass;
  /** The confidence in it, 0 to 1. */
  readonly score: number;
}

const minScore = 0.27;
/** Of two boxes that share this much of the smaller one, the better is kept. People overlap more, in groups. */
const sameAnimal = 0.6;
const samePerson = 0.75;

/** The people and animals in a picture, best first. */
export function findObjects(models: VisionModels, pyramid: Pyramid): SeenObject[] {
  const { width, height } = pyramid[0]!;
  const side = Math.max(width, height);
  const square = { x: width / 2, y: height / 2, side, angle: 0 };
  const values = models.objects(sampleSquare(pyramid, square, inputSides.objects));
  const scale = side / inputSides.objects;
  const across = (value: number): number => square.x + value * scale - side / 2;
  const down = (value: number): number => square.y + value * scale - side / 2;
  const seen: SeenObject[] = [];
  for (let i = 0; i < values.length; i += objectValues) {
    const scores = values.subarray(i + 4, i + objectValues);
    const best = scores.indexOf(scores.reduce((most, score) => Math.max(most, score)));
    if (scores[best]! < minScore) continue;
    seen.push({
      kind: objectClasses[best]!,
      score: scores[best]!,
      left: Math.max(0, across(values[i]!)),
      top: Math.max(0, down(values[i + 1]!)),
      right: Math.min(width, across(values[i + 2]!)),
      bottom: Math.min(height, down(values[i + 3]!)),
    });
  }
  const kept: SeenObject[] = [];
  for (const object of seen.toSorted((a, b) => b.score - a.score)) {
    const isPerson = object.kind === 'person';
    const alike = kept.filter(({ kind }) => (kind === 'person') === isPerson);
    const most = isPerson ? samePerson : sameAnimal;
    if (alike.every((other) => overlap(other, object) < most)) kept.push(object);
  }
  return kept;
}

/** The share of the smaller box that the other one covers. */
function overlap(a: Box, b: Box): number {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  const area = ({ left, top, right, bottom }: Box): number => (right - left) * (bottom - top);
  return (Math.max(0, across) * Math.max(0, down)) / Math.max(1, Math.min(area(a), area(b)));
}

export function isIn({ x, y }: { x: number; y: number }, { left, top, right, bottom }: Box): boolean {
  return x > left && x < right && y > top && y < bottom;
}

/** How much what is in a square resembles a person, and how much an animal: their best scores, 0 to 1. */
export function likenessesOf(
  models: VisionModels,
  pyramid: Pyramid,
  square: { readonly x: number; readonly y: number; readonly side: number },
): { person: number; animal: number } {
  const values = models.objects(sampleSquare(pyramid, { ...square, angle: 0 }, inputSides.objects));
  let [person, animal] = [0, 0];
  for (let i = 0; i < values.length; i += objectValues) {
    person = Math.max(person, values[i + 4]!);
    for (let k = 5; k < objectValues; k++) animal = Math.max(animal, values[i + k]!);
  }
  return { person, animal };
}
