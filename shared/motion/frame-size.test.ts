import { expect, test } from 'vitest';
import { frameSizeFor, smallSizeFor } from './frame-size.ts';

const cases = [
  [
    { width: 4000, height: 3000 },
    { width: 1024, height: 768 },
  ],
  [
    { width: 372, height: 524 },
    { width: 768, height: 1082 },
  ],
  [
    { width: 500, height: 500 },
    { width: 768, height: 768 },
  ],
  [
    { width: 2500, height: 1000 },
    { width: 1920, height: 768 },
  ],
  [
    { width: 1000, height: 2500 },
    { width: 768, height: 1920 },
  ],
] as const;

for (const [photo, frame] of cases) {
  test(`a photo of ${photo.width} x ${photo.height} becomes a video of ${frame.width} x ${frame.height}`, () => {
    expect(frameSizeFor(photo)).toEqual(frame);
  });
}

test('depth is estimated from a picture with a shorter side of 128', () => {
  expect(smallSizeFor({ width: 768, height: 960 })).toEqual({ width: 128, height: 160 });
  expect(smallSizeFor({ width: 1920, height: 768 })).toEqual({ width: 320, height: 128 });
});
