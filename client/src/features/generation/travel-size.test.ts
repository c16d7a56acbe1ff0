import { expect, test } from 'vitest';
import { travelSize } from './travel-size.ts';

test('a photo is downscaled for upload only if its shorter side exceeds what is needed', () => {
  expect(travelSize({ width: 1152, height: 4000 })).toBeNull();
  expect(travelSize({ width: 300, height: 300 })).toBeNull();
  expect(travelSize({ width: 4000, height: 3000 })).toEqual({ width: 1536, height: 1152 });
  expect(travelSize({ width: 3001, height: 4003 })).toEqual({ width: 1152, height: 1537 });
  expect(travelSize({ width: 1153, height: 1153 })).toEqual({ width: 1152, height: 1152 });
});
