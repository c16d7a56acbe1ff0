import { expect, test } from 'vitest';
import { centreCrop, travelSize } from './photo-geometry.ts';

test('photos from 2:5 to 5:2 are shown whole', () => {
  for (const size of [
    { width: 400, height: 1000 },
    { width: 1000, height: 400 },
    { width: 768, height: 768 },
  ]) {
    expect(centreCrop(size)).toBeNull();
  }
});

test('a longer photo shows its middle', () => {
  expect(centreCrop({ width: 5000, height: 1000 })).toEqual({ left: 0.25, top: 0, width: 0.5, height: 1 });
  expect(centreCrop({ width: 300, height: 1500 })).toEqual({ left: 0, top: 0.25, width: 1, height: 0.5 });
});

test('a photo travels smaller only where its shorter side is far more than needed', () => {
  expect(travelSize({ width: 1152, height: 4000 })).toBeNull();
  expect(travelSize({ width: 300, height: 300 })).toBeNull();
  expect(travelSize({ width: 4000, height: 3000 })).toEqual({ width: 1536, height: 1152 });
  expect(travelSize({ width: 3001, height: 4003 })).toEqual({ width: 1152, height: 1537 });
  expect(travelSize({ width: 1153, height: 1153 })).toEqual({ width: 1152, height: 1152 });
});
