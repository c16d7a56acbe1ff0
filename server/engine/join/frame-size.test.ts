import { expect, test } from 'vitest';
import { chooseFrameSize } from './frame-size.ts';

const clip = (width: number, height: number) => ({ width, height });

test('the commonest aspect wins, in its commonest size', () => {
  const clips = [clip(1024, 768), clip(768, 1024), clip(864, 1152), clip(768, 1024)];
  expect(chooseFrameSize(clips)).toEqual(clip(768, 1024));
});

test('where two aspects are as common, that of the earlier clip', () => {
  expect(chooseFrameSize([clip(768, 1024), clip(1366, 768)])).toEqual(clip(768, 1024));
  expect(chooseFrameSize([clip(1366, 768), clip(768, 1024)])).toEqual(clip(1366, 768));
});

test('aspects that differ by a pixel count as one', () => {
  const clips = [clip(1366, 768), clip(768, 1024), clip(768, 1026)];
  expect(chooseFrameSize(clips)).toEqual(clip(768, 1024));
});

test('odd sides become even', () => {
  expect(chooseFrameSize([clip(1365, 767)])).toEqual(clip(1366, 768));
});
