import { expect, test } from 'vitest';
import { drawPortrait, faceCentre, type PortraitColours } from '../../tests/support/drawn-portrait.ts';
import { drawnFace } from '../../tests/support/drawn-detection.ts';
import type { Face } from '../vision/face-mesh.ts';
import { eyeIndices, points as at } from '../vision/landmarks.ts';
import { judgeBlink } from './blink-gates.ts';
import { headOf } from './head.ts';
import type { RgbPicture } from './plane.ts';

const width = 270;
const face = drawnFace(faceCentre.x * 768, faceCentre.y * 960, width);

function gateOf(photo: RgbPicture, of: Face = face) {
  return judgeBlink(photo, headOf(of)).gate;
}

function withPoints(change: (points: Float32Array) => void): Face {
  const points = face.points.slice();
  change(points);
  return { ...face, points };
}

const people: Record<string, Partial<PortraitColours>> = {
  'light skin': {},
  'dark skin': { skin: [84, 52, 38], hair: [22, 17, 16], backdrop: [190, 160, 128] },
  'dark skin before a dark wall': { skin: [78, 50, 38], hair: [20, 16, 14], backdrop: [40, 34, 32] },
  'pale skin and hair': { skin: [238, 214, 196], hair: [214, 178, 116], backdrop: [246, 242, 234] },
};

test.each(Object.entries(people))('a bare face may blink: %s', (_name, colours) => {
  expect(gateOf(drawPortrait(768, 960, colours))).toBeNull();
});

test('a damaged print may blink: cracks across forehead and cheek are not glasses', () => {
  const photo = drawPortrait(768, 960);
  const data = photo.data.slice();
  for (let x = 0; x < 768; x++) {
    const y = Math.round(face.y - 0.35 * width + 0.1 * (x - face.x));
    for (let k = 0; k < 2; k++) data.set([250, 245, 235], 3 * ((y + k) * 768 + x));
  }
  expect(gateOf({ ...photo, data })).toBeNull();
});

test.each(Object.entries(people))('detects glasses: %s', (_name, colours) => {
  const photo = drawPortrait(768, 960, colours);
  const data = photo.data.slice();
  const dot = (x: number, y: number): void => {
    const [column, row] = [Math.round(x), Math.round(y)];
    for (let dy = -2; dy <= 2; dy++)
      for (let dx = -2; dx <= 2; dx++) data.set([16, 14, 14], 3 * ((row + dy) * 768 + column + dx));
  };
  for (const side of [-1, 1]) {
    for (let turn = 0; turn < 2 * Math.PI; turn += 0.01) {
      const [x, y] = [face.x + side * 0.2 * width, face.y - 0.08 * 1.3 * width];
      dot(x + 0.15 * width * Math.cos(turn), y + 0.13 * width * Math.sin(turn));
    }
  }
  for (let u = -0.06; u <= 0.06; u += 0.002) dot(face.x + u * width, face.y - 0.11 * 1.3 * width);
  expect(gateOf({ ...photo, data })).toBe('glasses');
});

test('eyes that are shut, tiny, or hidden by the turn of the head are left unchanged', () => {
  const photo = drawPortrait(768, 960);
  const shut = withPoints((points) => {
    for (const { upper, lower } of eyeIndices)
      lower.forEach((i, k) => {
        points[3 * i + 1] = points[3 * upper[k]! + 1]! + 2;
      });
  });
  expect(gateOf(photo, shut)).toBe('shut');
  expect(gateOf(photo, drawnFace(face.x, face.y, 40))).toBe('small');
  const turned = withPoints((points) => {
    points.set([points[3 * at.rightTemple]! - 10, points[3 * at.rightTemple + 1]!], 3 * at.noseTip);
  });
  expect(gateOf(photo, turned)).toBe('turned');
});
