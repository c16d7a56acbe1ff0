import { expect, test } from 'vitest';
import { drawFurryFace, furryFace } from '#tests/support/drawn-fur.ts';
import { drawPortrait } from '#tests/support/drawn-portrait.ts';
import { drawnFace, portraitDetection } from '#tests/support/drawn-detection.ts';
import type { Detection } from '../vision/detect-people.ts';
import type { Pet } from '../vision/find-pets.ts';
import { estimateDepth } from './depth.ts';
import { type Forecast, forecast } from './forecast.ts';
import type { RestPoint } from './found-faces.ts';
import { planMotion } from './motion-plan.ts';
import { createPlanEyes } from './plan-eyes.ts';
import { createPlane, type RgbPicture } from './plane.ts';
import { createScene } from './scene.ts';

const portrait = drawPortrait(768, 960);
const estimate = estimateDepth(drawPortrait(128, 160));

/** What is told of a picture, and whether any eye is redrawn when it is animated. */
function told(
  photo: RgbPicture,
  detection: Detection,
  rest: RestPoint[] = [],
): { told: Forecast; paints: boolean } {
  const scene = createScene(photo, { ...estimate, people: null }, detection, 3, { rest });
  const eyes = createPlanEyes(photo, planMotion(scene));
  const paints = Array.from({ length: 150 }, (_, n) => eyes(n / 150).length > 0).includes(true);
  return { told: forecast(photo, scene, { motion: 'auto' }), paints };
}

test('a portrait: the face moves in all ways, at its place, and the movement is that of the plan', () => {
  const detection = portraitDetection(768, 960);
  const { told: found, paints } = told(portrait, detection);
  const scene = createScene(portrait, { ...estimate, people: null }, detection, 3);
  expect(found.motion).toBe(planMotion(scene).movement);
  expect(found.faces).toEqual([
    {
      kind: 'person',
      box: found.faces[0]!.inPhoto,
      inPhoto: found.faces[0]!.box,
      blinks: true,
      gazes: true,
      turns: true,
    },
  ]);
  expect(found.faces[0]!.box.x + found.faces[0]!.box.width / 2).toBeCloseTo(detection.faces[0]!.x / 768, 2);
  expect(paints).toBe(true);
});

test('a face that rests does nothing, and says why', () => {
  const { faces } = portraitDetection(768, 960);
  const point: RestPoint = [faces[0]!.x / 768, faces[0]!.y / 960];
  const { told: found, paints } = told(portrait, portraitDetection(768, 960), [point]);
  expect(found.faces).toMatchObject([{ blinks: false, gazes: false, turns: false, why: 'resting' }]);
  expect(paints).toBe(false);
});

test('small faces do not move, and slightly larger ones turn with eyes that are too small', () => {
  const faces = [drawnFace(300, 300, 14), drawnFace(500, 300, 30)];
  const detection = { width: 768, height: 960, faces, people: createPlane(1, 1) };
  const { told: found, paints } = told(portrait, detection);
  expect(found.faces).toMatchObject([
    { blinks: false, gazes: false, turns: false, why: 'too_small' },
    { blinks: false, gazes: false, turns: true, why: 'eyes_too_small' },
  ]);
  expect(paints).toBe(false);
});

const spot = ({ x, y }: { x: number; y: number }) => ({ x, y, radius: 15, contrast: 80 });
const dog: Pet = {
  species: 'dog',
  score: 0.6,
  left: 20,
  top: 20,
  right: 380,
  bottom: 380,
  head: {
    x: 200,
    y: 200,
    radius: 125,
    angle: 0,
    eyes: [spot(furryFace.leftEye), spot(furryFace.rightEye)],
  },
};
const withPet = (pet: Pet): Detection => ({
  width: 400,
  height: 400,
  faces: [],
  pets: [pet],
  people: createPlane(1, 1),
});

test.each([
  ['with open eyes', drawFurryFace(), dog, { blinks: true, turns: true }],
  ['asleep', drawFurryFace(true), dog, { blinks: false, turns: true, why: 'eyes_not_found' }],
  ['seen from behind', drawFurryFace(), { ...dog, head: null }, { turns: false, why: 'face_not_found' }],
] as const)('a dog %s', (_name, photo, pet, expected) => {
  const { told: found, paints } = told(photo, withPet(pet));
  expect(found.faces).toMatchObject([{ kind: 'pet', species: 'dog', gazes: false, ...expected }]);
  expect(found.faces[0]?.blinks).toBe(paints);
  expect('why' in found.faces[0]!).toBe('why' in expected);
});
