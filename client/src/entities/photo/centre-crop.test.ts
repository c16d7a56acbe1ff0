import { expect, test } from 'vitest';
import { centreCrop } from './centre-crop.ts';

test('photos from 2:5 to 5:2 are shown whole', () => {
  for (const size of [
    { width: 400, height: 1000 },
    { width: 1000, height: 400 },
    { width: 768, height: 768 },
  ]) {
    expect(centreCrop(size)).toBeNull();
  }
});

test('a longer photo is cropped to its middle', () => {
  expect(centreCrop({ width: 5000, height: 1000 })).toEqual({ left: 0.25, top: 0, width: 0.5, height: 1 });
  expect(centreCrop({ width: 300, height: 1500 })).toEqual({ left: 0, top: 0.25, width: 1, height: 0.5 });
});
