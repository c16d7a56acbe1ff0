import fc from 'fast-check';
import { expect, test } from 'vitest';
import { chooseCuts, evenCuts, type Shot } from './cuts.ts';

const shots = (count: number, wanted: number, most = 60): Shot[] =>
  Array.from({ length: count }, () => ({ wanted, most }));
const every = (bar: number, count: number): number[] => Array.from({ length: count }, (_, n) => n * bar);

test('each shot lasts the number of bars that comes nearest to its pace', () => {
  expect(chooseCuts(shots(4, 6), { bars: every(3, 8), seconds: 24 })).toEqual([6, 12, 18]);
  expect(chooseCuts(shots(3, 8), { bars: every(2.5, 9), seconds: 22.5 })).toEqual([7.5, 15]);
});

test('what is left over is shared out, the last shot ending with the music', () => {
  // 20 s for three shots of 6 s: no shot takes all the rest.
  expect(chooseCuts(shots(3, 6), { bars: every(2, 10), seconds: 20 })).toEqual([6, 12]);
  // Of equally good cuts the earlier ones.
  expect(chooseCuts(shots(3, 6), { bars: every(2, 11), seconds: 22 })).toEqual([6, 14]);
});

test('bars of changing length are followed as they are played', () => {
  const bars = [0.25, 3.1, 6.4, 9.2, 12.9, 17];
  expect(chooseCuts(shots(3, 6), { bars, seconds: 19 })).toEqual([6.4, 12.9]);
});

test('a shot that does not loop is cut before its end where the bars allow it', () => {
  const [loops, hosted] = [
    { wanted: 6, most: 60 },
    { wanted: 6, most: 5 },
  ];
  expect(chooseCuts([loops, hosted, loops], { bars: every(1, 18), seconds: 18 })).toEqual([6, 11]);
  expect(chooseCuts([hosted, loops], { bars: [0, 6], seconds: 12 })).toEqual([6]);
});

test('too few bar lines are told apart from a bad cut', () => {
  expect(chooseCuts(shots(4, 4), { bars: every(4, 3), seconds: 12 })).toBeNull();
  // The first shot has half of one crossfade: 2.6 s are 77 frames, of which it shows 52 alone.
  expect(chooseCuts(shots(2, 2), { bars: [0, 2.5], seconds: 5.4 })).toBeNull();
  expect(chooseCuts(shots(2, 2), { bars: [0, 2.7], seconds: 5.4 })).toEqual([2.7]);
});

test('every cut is a bar line, in order, at least 2.6 s apart', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.8, max: 4.2, noNaN: true }), { minLength: 4, maxLength: 60 }),
      fc.array(fc.record({ wanted: fc.constantFrom(4, 6, 8), most: fc.constantFrom(5, 60) }), {
        minLength: 2,
        maxLength: 20,
      }),
      (lengths, items) => {
        let at = 0.25;
        const bars = lengths.map((length) => (at += length));
        const seconds = at + 3;
        const cuts = chooseCuts(items, { bars, seconds });
        if (cuts === null) return;
        expect(cuts).toHaveLength(items.length - 1);
        for (const cut of cuts) expect(bars).toContain(cut);
        const marks = [0, ...cuts, seconds];
        for (const [n, mark] of marks.slice(1).entries())
          expect(mark - marks[n]!).toBeGreaterThanOrEqual(2.6);
      },
    ),
  );
});

test('without music each shot lasts as long as its pace wants', () => {
  expect(evenCuts(shots(3, 8))).toEqual({ bars: [8, 16], seconds: 24 });
  expect(evenCuts([...shots(1, 4), ...shots(2, 6, 5)])).toEqual({ bars: [4, 9], seconds: 14 });
});
