import { expect, test } from 'vitest';
import { decodingWidth, previewSize, uprightSize } from './preview-size.ts';

test('a preview fits into 640 x 960 and keeps its aspect', () => {
  expect(previewSize({ width: 4000, height: 3000 })).toEqual({ width: 640, height: 480 });
  expect(previewSize({ width: 3000, height: 4000 })).toEqual({ width: 640, height: 853 });
  expect(previewSize({ width: 1000, height: 2500 })).toEqual({ width: 384, height: 960 });
  expect(previewSize({ width: 300, height: 300 })).toEqual({ width: 640, height: 640 });
});

test('a long photo is decoded wide enough for its crop to fill the preview, in either orientation', () => {
  expect(decodingWidth({ width: 4000, height: 3000 })).toBe(640);
  expect(decodingWidth({ width: 3000, height: 4000 })).toBe(640);
  expect(decodingWidth({ width: 10_000, height: 2000 })).toBe(1280);
  expect(decodingWidth({ width: 2000, height: 10_000 })).toBe(1280);
});

test('the decoding width is limited for extremely long photos', () => {
  expect(decodingWidth({ width: 65_000, height: 300 })).toBe(4096);
});

test('the orientation of a photo follows from the decoded picture', () => {
  const claimed = { width: 4000, height: 3000 };
  expect(uprightSize(claimed, { width: 640, height: 480 })).toEqual(claimed);
  expect(uprightSize(claimed, { width: 640, height: 854 })).toEqual({ width: 3000, height: 4000 });
  expect(uprightSize({ width: 1001, height: 1000 }, { width: 640, height: 640 })).toEqual({
    width: 1001,
    height: 1000,
  });
});
