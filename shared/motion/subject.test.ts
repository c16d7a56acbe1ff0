import { expect, test } from 'vitest';
import { drawNoise, drawPortrait, faceCentre, type PortraitColours } from '#tests/support/drawn-portrait.ts';
import { toLab } from './colour.ts';
import type { Plane, RgbPicture } from './plane.ts';
import { samplePlane } from './plane.ts';
import { findSubject } from './subject.ts';

const people: Record<string, Partial<PortraitColours>> = {
  'light skin': {},
  'dark skin before a warm wall': {
    skin: [84, 52, 38],
    hair: [22, 17, 16],
    backdrop: [190, 160, 128],
    cloth: [230, 226, 216],
  },
  'dark skin before a dark wall': {
    skin: [78, 50, 38],
    hair: [20, 16, 14],
    backdrop: [40, 34, 32],
    cloth: [60, 64, 88],
  },
  'light on light': {
    skin: [238, 214, 196],
    hair: [214, 178, 116],
    backdrop: [246, 242, 234],
    cloth: [222, 226, 232],
  },
  'a face in the tone of the wall': { skin: [150, 146, 136], hair: [50, 40, 34], backdrop: [152, 148, 138] },
};

function greyscale(picture: RgbPicture): RgbPicture {
  const data = picture.data.map((_, i) => {
    const [red, green, blue] = picture.data.subarray(i - (i % 3), i - (i % 3) + 3);
    return 0.3 * red! + 0.59 * green! + 0.11 * blue!;
  });
  return { ...picture, data };
}

function at(plane: Plane, x: number, y: number): number {
  return samplePlane(plane, x * plane.width, y * plane.height);
}

for (const [name, colours] of Object.entries(people)) {
  for (const grey of [false, true]) {
    test(`head and shoulders are the subject: ${name}${grey ? ', black and white' : ''}`, () => {
      const drawn = drawPortrait(128, 160, colours);
      const { mask, confidence } = findSubject(toLab(grey ? greyscale(drawn) : drawn));
      expect(confidence).toBeGreaterThan(0.5);
      expect(at(mask, faceCentre.x, faceCentre.y)).toBe(1);
      expect(at(mask, faceCentre.x, 0.25)).toBe(1);
      expect(at(mask, 0.5, 0.95)).toBe(1);
      expect(at(mask, 0.04, 0.1)).toBe(0);
      expect(at(mask, 0.96, 0.3)).toBe(0);
    });
  }
}

test('a printed border is not the subject', () => {
  const drawn = drawPortrait(128, 160);
  const data = drawn.data.map((value, i) => {
    const x = Math.floor(i / 3) % 128;
    const y = Math.floor(i / 3 / 128);
    return x < 10 || x > 117 || y < 10 || y > 149 ? 8 : value;
  });
  const { mask, confidence } = findSubject(toLab({ ...drawn, data }));
  expect(confidence).toBeGreaterThan(0.5);
  expect(at(mask, faceCentre.x, faceCentre.y)).toBe(1);
  expect(at(mask, 0.02, 0.5)).toBe(0);
  expect(at(mask, 0.15, 0.3)).toBe(0);
});

test('without a subject the confidence is low', () => {
  expect(findSubject(toLab(drawNoise(128, 128))).confidence).toBeLessThan(0.3);
  const even = { width: 128, height: 128, data: new Uint8Array(128 * 128 * 3).fill(90) };
  expect(findSubject(toLab(even)).confidence).toBeLessThan(0.3);
});
