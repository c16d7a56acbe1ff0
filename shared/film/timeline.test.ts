import { expect, test } from 'vitest';
import { spansOf, timelineOf } from './timeline.ts';

test('neighbours share the second of their crossfade', () => {
  expect(spansOf([100, 150, 113])).toEqual([
    { from: 0, to: 100 },
    { from: 75, to: 225 },
    { from: 200, to: 313 },
  ]);
});

test('a timeline names what is shown, in seconds', () => {
  const planned = [
    { kind: 'title', frames: 100, bar: 0.25 },
    { kind: 'video', video: 1, frames: 150 },
  ] as const;
  expect(timelineOf(planned, spansOf([100, 150]), ['a', 'b'])).toEqual([
    { kind: 'title', from: 0, to: 4, bar: 0.25 },
    { kind: 'video', videoId: 'b', from: 3, to: 9 },
  ]);
});
