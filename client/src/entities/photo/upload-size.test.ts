import { expect, test } from 'vitest';
import { uploadSize } from './upload-size.ts';

test('a photo is downscaled for upload only if its shorter side exceeds what is needed', () => {
  expect(uploadSize({ width: 1152, height: 4000 })).toBeNull();
  expect(uploadSize({ width: 300, height: 300 })).toBeNull();
  expect(uploadSize({ width: 4000, height: 3000 })).toEqual({ width: 1536, height: 1152 });
  expect(uploadSize({ width: 3001, height: 4003 })).toEqual({ width: 1152, height: 1537 });
  expect(uploadSize({ width: 1153, height: 1153 })).toEqual({ width: 1152, height: 1152 });
});
