import { expect, test } from 'vitest';
import { chooseFrameSize, fills, mountedIn } from './frame.ts';

const clip = (width: number, height: number) => ({ width, height });

test('the most common aspect wins, in its most common size', () => {
  const clips = [clip(1024, 768), clip(768, 1024), clip(864, 1152), clip(768, 1024)];
  expect(chooseFrameSize(clips, 'auto')).toEqual(clip(768, 1024));
});

test('on a tie the aspect of the earlier clip wins', () => {
  expect(chooseFrameSize([clip(768, 1024), clip(1366, 768)], 'auto')).toEqual(clip(768, 1024));
  expect(chooseFrameSize([clip(1366, 768), clip(768, 1024)], 'auto')).toEqual(clip(1366, 768));
});

test('aspects that differ by a pixel count as the same', () => {
  const clips = [clip(1366, 768), clip(768, 1024), clip(768, 1026)];
  expect(chooseFrameSize(clips, 'auto')).toEqual(clip(768, 1024));
});

test('odd sides are rounded up to even ones', () => {
  expect(chooseFrameSize([clip(1365, 767)], 'auto')).toEqual(clip(1366, 768));
});

test('a format that is asked for wins over what the clips are', () => {
  const clips = [clip(768, 1024), clip(768, 1024)];
  expect(chooseFrameSize(clips, '16:9')).toEqual(clip(1366, 768));
  expect(chooseFrameSize(clips, '9:16')).toEqual(clip(768, 1366));
  expect(chooseFrameSize(clips, '1:1')).toEqual(clip(768, 768));
});

test('a clip of another shape is mounted like a print, with free paper around it', () => {
  expect(mountedIn(clip(768, 1024), clip(1366, 768))).toEqual({
    inner: clip(522, 696),
    print: clip(542, 716),
  });
  expect(mountedIn(clip(1366, 768), clip(768, 1366))).toEqual({
    inner: clip(696, 392),
    print: clip(716, 412),
  });
});

test('a clip fills a frame of its own shape in any size', () => {
  expect(fills(clip(576, 768), clip(768, 1024))).toBe(true);
  expect(fills(clip(768, 1024), clip(768, 768))).toBe(false);
});
