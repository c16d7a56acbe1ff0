import { expect, test } from 'vitest';
import { drawFurryFace, furryFace } from '#tests/support/drawn-fur.ts';
import { petFaces } from '#tests/support/pet-faces.ts';
import { drawnFace } from '#tests/support/drawn-detection.ts';
import { blinksAsPet } from '../motion/pet-lids.ts';
import type { RgbPicture } from '../motion/plane.ts';
import { findObjects } from './find-objects.ts';
import { type Company, findPets } from './find-pets.ts';
import type { Face } from './face-mesh.ts';
import { createPyramid } from './pyramid.ts';
import {
  anchorValues,
  objectClasses,
  type ObjectClass,
  objectValues,
  type VisionModels,
} from './vision-models.ts';

const pyramid = createPyramid(drawFurryFace());

/**
 * Models that see these things around the middle of every square, in a box of this size, and faces nowhere; `agrees`:
 * the detector of faces sees the eyes where they are in a square around the drawn face; `cascades`: for furry faces.
 */
function modelsOf(
  seen: Partial<Record<ObjectClass, number>>,
  {
    half = 180,
    agrees = true,
    cascades = [],
  }: { half?: number; agrees?: boolean; cascades?: VisionModels['petFaces'] } = {},
): VisionModels {
  const unused = () => new Float32Array();
  return {
    petFaces: cascades,
    landmarks: unused,
    segment: unused,
    detect() {
      const values = new Float32Array(896 * anchorValues).fill(-9);
      // Its square is turned and scaled so that the eyes lie at fixed places: three eye distances wide at first.
      const anchor = 16 * 8 * 2 + 16;
      const centre = 8.5 * 16;
      const step = 256 / 3;
      values[anchor * anchorValues] = agrees ? 3 : -3;
      const place = (x: number, y: number) => [128 + x * step - centre, 128 + y * step - centre];
      const keys = [...place(-0.5, -0.4), ...place(0.5, -0.4), ...place(0, 0.3), ...place(0, 0.5)];
      values.set([0, 0, 100, 100, ...keys], anchor * anchorValues + 1);
      return values;
    },
    objects() {
      const values = new Float32Array(3549 * objectValues);
      values.set([208 - half, 208 - half, 208 + half, 208 + half], 0);
      objectClasses.forEach((name, i) => (values[4 + i] = seen[name] ?? 0));
      return values;
    },
  };
}

function look(models: VisionModels, faces: readonly Face[] = []): Company {
  return findPets(models, pyramid, findObjects(models, pyramid), faces);
}

test('finds a dog, its head and its open eyes', () => {
  const { pets } = look(modelsOf({ dog: 0.6 }));
  expect(pets).toHaveLength(1);
  const [{ species, head, left, bottom }] = pets as [(typeof pets)[number]];
  expect(species).toBe('dog');
  expect(left).toBeCloseTo(26.9, 0);
  expect(bottom).toBeCloseTo(373.1, 0);
  expect(head!.x).toBeCloseTo(200, -1);
  expect(head!.y).toBeGreaterThan(furryFace.leftEye.y);
  expect(head!.y).toBeLessThan(furryFace.nose.y);
  expect(head!.eyes![0].x).toBeCloseTo(furryFace.leftEye.x, -1);
});

test('eyes that the detector of faces does not see are not certain enough to blink', () => {
  const { pets } = look(modelsOf({ cat: 0.6 }, { agrees: false }));
  expect(pets[0]!.head).not.toBeNull();
  expect(pets[0]!.head!.eyes).toBeNull();
});

test('unless the cascades for furry faces see them', () => {
  const { pets } = look(modelsOf({ cat: 0.6 }, { agrees: false, cascades: petFaces }));
  const [left, right] = pets[0]!.head!.eyes!;
  expect(left.x).toBeCloseTo(furryFace.leftEye.x, -1);
  expect(right.x).toBeCloseTo(furryFace.rightEye.x, -1);
});

test('but they are not asked about birds', () => {
  const { pets } = look(modelsOf({ bird: 0.6 }, { agrees: false, cascades: petFaces }));
  expect(pets[0]!.head!.eyes).toBeNull();
});

test('a face whose eyes are no round dark spots still has a head', () => {
  // Bright eyes with slits.
  const bright = drawFurryFace();
  for (const { x, y } of [furryFace.leftEye, furryFace.rightEye])
    for (let row = y - 15; row <= y + 15; row++)
      for (let column = x - 8; column <= x + 8; column++)
        if (Math.abs(column - x) > 3) bright.data.set([190, 190, 80], 3 * (400 * row + column));
  const models = modelsOf({ cat: 0.6 }, { agrees: false, cascades: petFaces });
  const seen = createPyramid(bright);
  const [pet] = findPets(models, seen, findObjects(models, seen), []).pets;
  expect(pet!.head!.x).toBeCloseTo(200, -1);
  expect(pet!.head!.eyes).toBeNull();
});

test('spots that are too close for the eyes of an animal that fills the picture do not place its head', () => {
  const face = drawFurryFace();
  const side = 560;
  const data = new Uint8Array(3 * side * side).fill(150);
  for (let row = 0; row < 400; row++)
    data.set(face.data.subarray(1200 * row, 1200 * (row + 1)), 3 * side * row);
  const models = modelsOf({ cat: 0.6 }, { half: 208 });
  const seen = createPyramid({ width: side, height: side, data });
  const [pet] = findPets(models, seen, findObjects(models, seen), []).pets;
  expect(pet!.head).toMatchObject({ x: 280, y: 280, eyes: null });
});

test('a doubtful animal counts only if its eyes are found', () => {
  expect(look(modelsOf({ cat: 0.3 })).pets).toHaveLength(1);
  expect(look(modelsOf({ cat: 0.3 }, { agrees: false })).pets).toEqual([]);
  expect(look(modelsOf({ cat: 0.2 })).pets).toEqual([]);
});

test('people are no animals', () => {
  expect(look(modelsOf({ person: 0.8, dog: 0.5 })).pets).toEqual([]);
});

test('a furry face is not one of a person', () => {
  const fur = drawnFace(200, 200, 150);
  const { faces, pets } = look(modelsOf({ dog: 0.5, person: 0.1 }), [fur]);
  expect(faces).toEqual([]);
  expect(pets).toHaveLength(1);
});

test('a person who is a little like a cat stays a person, and is no cat', () => {
  const person = drawnFace(200, 200, 150);
  const { faces, pets } = look(modelsOf({ cat: 0.36, person: 0.3 }), [person]);
  expect(faces).toEqual([person]);
  expect(pets).toEqual([]);
});

test('a person beside an animal stays', () => {
  const person = drawnFace(385, 30, 60);
  const { faces, pets } = look(modelsOf({ dog: 0.6 }, { half: 150 }), [person]);
  expect(faces).toEqual([person]);
  expect(pets).toHaveLength(1);
});

/** The drawn face with other eyes: a round bright iris with a dark rim, and a vertical slit of this half width in it. */
function withSlits(half: number, iris: readonly number[]): RgbPicture {
  const face = drawFurryFace();
  const { leftEye, rightEye, eyeRadius } = furryFace;
  for (const eye of [leftEye, rightEye]) {
    for (let y = -eyeRadius; y <= eyeRadius; y++) {
      for (let x = -eyeRadius; x <= eyeRadius; x++) {
        const isSlit = (x / half) ** 2 + (y / (0.8 * eyeRadius)) ** 2 < 1;
        if (Math.hypot(x, y) > eyeRadius - 4 || isSlit) continue;
        face.data.set(iris, 3 * (400 * (eye.y + y) + eye.x + x));
      }
    }
  }
  return face;
}

const blinks = (photo: RgbPicture, { agrees }: { agrees: boolean }): boolean[] => {
  const models = modelsOf({ cat: 0.6 }, { agrees, cascades: petFaces });
  const seen = createPyramid(photo);
  const { pets } = findPets(models, seen, findObjects(models, seen), []);
  return pets.flatMap(({ head }) => (head ? [blinksAsPet(photo, head)] : []));
};

test.each([
  ['green', [170, 180, 90]],
  ['blue', [120, 170, 210]],
] as const)('a cat with slits in %s eyes has a head that turns, and never blinks', (_colour, iris) => {
  for (const half of [3, 5, 7]) {
    for (const agrees of [true, false]) expect(blinks(withSlits(half, iris), { agrees })).toEqual([false]);
  }
});

test('a kitten with round dark eyes blinks', () => {
  for (const agrees of [true, false]) expect(blinks(drawFurryFace(), { agrees })).toEqual([true]);
});
