import { expect, test } from 'vitest';
import type { Clip } from './clip.ts';
import { isGroup, joined, rangesOf, sourceOf } from './shown.ts';

const clip: Clip = {
  identity: 'clip',
  index: {
    path: '/clip.mp4',
    width: 96,
    height: 128,
    frames: 150,
    seconds: 6,
    isStandard: true,
    parameterSets: '67',
    matrix: 'bt709',
    fullRange: false,
  },
};

test('what is shown beyond the end of a clip is its beginning again', () => {
  const shown = { clip, frames: 320 };
  expect(rangesOf(shown, { from: 25, to: 295 })).toEqual([
    { from: 25, to: 125 },
    { from: 125, to: 150 },
    { from: 0, to: 25 },
    { from: 25, to: 125 },
    { from: 125, to: 145 },
  ]);
  expect(rangesOf(shown, { from: 295, to: 320 })).toEqual([
    { from: 145, to: 150 },
    { from: 0, to: 20 },
  ]);
  expect(rangesOf(shown, { from: 0, to: 25 })).toEqual([{ from: 0, to: 25 }]);
});

test('only whole groups of pictures can be copied', () => {
  expect(isGroup(clip, { from: 25, to: 125 })).toBe(true);
  expect(isGroup(clip, { from: 125, to: 150 })).toBe(true);
  expect(isGroup(clip, { from: 25, to: 124 })).toBe(false);
  expect(isGroup(clip, { from: 30, to: 125 })).toBe(false);
});

test('adjacent ranges are read together, a repetition apart', () => {
  const ranges = [
    { from: 25, to: 125 },
    { from: 125, to: 150 },
    { from: 0, to: 25 },
  ];
  expect(joined(ranges)).toEqual([
    { from: 25, to: 150 },
    { from: 0, to: 25 },
  ]);
});

test('each input starts at the keyframe before its frames', () => {
  expect(sourceOf({ clip, frames: 130 }, { from: 105, to: 130 })).toEqual({
    inputs: [{ clip, from: 25 }],
    takes: [{ input: 0, from: 80, to: 105 }],
  });
  expect(sourceOf({ clip, frames: 320 }, { from: 295, to: 320 }, 1)).toEqual({
    inputs: [
      { clip, from: 125 },
      { clip, from: 0 },
    ],
    takes: [
      { input: 1, from: 20, to: 25 },
      { input: 2, from: 0, to: 20 },
    ],
  });
});
