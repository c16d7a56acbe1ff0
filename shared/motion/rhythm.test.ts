import { expect, test } from 'vitest';
import type { Curve } from './curves.ts';
import { createRhythm, type Rhythm } from './rhythm.ts';

/** Samples a curve in 1200 steps of the loop. */
const steps = 1200;
const traced = (curve: Curve): number[] => Array.from({ length: steps }, (_, n) => curve(n / steps));
const secondOf = (step: number): number => (6 * step) / steps;
const highest = (values: readonly number[]) => {
  const value = Math.max(...values);
  return { value, second: secondOf(values.indexOf(value)) };
};

/** The times at which lids start to close. */
function blinkStarts({ blink }: Rhythm): number[] {
  const closures = traced(blink);
  return closures.flatMap((now, n) => (now > 0 && closures[n - 1] === 0 ? [secondOf(n)] : []));
}

const alone = Array.from({ length: 80 }, (_, seed) => createRhythm(seed * 7919, 0, false));
const group = Array.from({ length: 80 }, (_, person) => createRhythm(5, person, true));

test('everybody blinks early and late, and about one in four twice in quick succession', () => {
  const all = alone.map(blinkStarts);
  for (const [first, second, third] of all) {
    expect(first).toBeGreaterThan(1.04);
    expect(first).toBeLessThan(1.57);
    expect(second).toBeGreaterThan(3.74);
    expect(second).toBeLessThan(4.47);
    if (third !== undefined) expect(third - second!).toBeCloseTo(0.46, 1);
  }
  const twice = all.filter((starts) => starts.length === 3).length;
  expect(twice).toBeGreaterThan(0.15 * all.length);
  expect(twice).toBeLessThan(0.35 * all.length);
  expect(Math.min(...all.map(([first]) => first!))).toBeLessThan(1.1);
  expect(Math.max(...all.map(([first]) => first!))).toBeGreaterThan(1.5);
  expect(Math.min(...all.map(([, second]) => second!))).toBeLessThan(3.85);
  expect(Math.max(...all.map(([, second]) => second!))).toBeGreaterThan(4.35);
});

test('some people blink a little quicker than others', () => {
  const lengths = alone.map(({ blink }) => {
    const closures = traced(blink);
    const start = closures.findIndex((closure) => closure > 0);
    return closures.findIndex((closure, n) => n > start && closure === 0) - start;
  });
  // Eleven frames of 1/25 second, in steps of 1/200 second, at 0.92 to 1.08 of the normal pace.
  expect(Math.min(...lengths)).toBeGreaterThanOrEqual(80);
  expect(Math.min(...lengths)).toBeLessThan(85);
  expect(Math.max(...lengths)).toBeGreaterThan(91);
  expect(Math.max(...lengths)).toBeLessThanOrEqual(96);
});

test('a head turns to one side, then less far to the other', () => {
  let toTheRight = 0;
  for (const { yaw } of alone) {
    const values = traced(yaw);
    const side = Math.sign(values[Math.round(steps / 3)]!);
    if (side > 0) toTheRight += 1;
    const out = highest(values.map((value) => side * value));
    const back = highest(values.map((value) => -side * value));
    expect(out.value).toBeGreaterThan(0.68);
    expect(out.value).toBeLessThanOrEqual(1);
    expect(out.second).toBeGreaterThan(1.4);
    expect(out.second).toBeLessThan(2.1);
    expect(back.value).toBeGreaterThan(0.45);
    expect(back.value).toBeLessThan(0.85);
    expect(back.second).toBeGreaterThan(3.8);
    expect(back.second).toBeLessThan(4.9);
  }
  expect(toTheRight).toBeGreaterThan(0.35 * alone.length);
  expect(toTheRight).toBeLessThan(0.65 * alone.length);
});

test('a head lingers at each side and is never quite still, not even at the seam', () => {
  for (const { yaw } of alone) {
    const side = Math.sign(yaw(1 / 3));
    // It leaves the photo's pose towards the side of its turn.
    expect(side * yaw(0.005)).toBeGreaterThan(0.002);
    expect(side * yaw(0.995)).toBeLessThan(-0.002);
  }
  const outs = alone.map(({ yaw }) => Math.abs(yaw(2.1 / 6)));
  const backs = alone.map(({ yaw }) => Math.abs(yaw(4.4 / 6)));
  for (const value of [...outs, ...backs]) expect(value).toBeGreaterThan(0.4);
});

test('the head nods down, up and down again', () => {
  for (const { nod } of alone) {
    const values = traced(nod);
    const down = highest(values.slice(0, steps / 2));
    expect(down.value).toBeGreaterThan(0.384);
    expect(down.value).toBeLessThan(0.606);
    expect(down.second).toBeGreaterThan(1.44);
    expect(down.second).toBeLessThan(1.86);
    expect(Math.min(...values)).toBeCloseTo(-0.35, 2);
    expect(nod(4.6 / 6)).toBeCloseTo(0.35, 6);
  }
  const downs = alone.map(({ nod }) => Math.max(...traced(nod)));
  expect(Math.min(...downs)).toBeLessThan(0.4);
  expect(Math.max(...downs)).toBeGreaterThan(0.58);
});

test('the head tilts to the side of its turn, but later, and less far to the other', () => {
  for (const { roll, yaw } of alone) {
    const side = Math.sign(yaw(1 / 3));
    const values = traced(roll).map((value) => side * value);
    const out = highest(values);
    expect(out.value).toBeCloseTo(0.8, 2);
    expect(out.second).toBeGreaterThan(1.9);
    expect(out.second).toBeLessThan(2.4);
    expect(Math.min(...values)).toBeCloseTo(-0.5, 2);
    expect(side * roll(1 / 6)).toBeGreaterThan(0);
    expect(side * roll(5.4 / 6)).toBeLessThan(0);
  }
});

test('a smile comes, stays and goes', () => {
  for (const { smile } of alone) {
    const values = traced(smile);
    expect(smile(1.7 / 6)).toBe(0);
    expect(smile(5.92 / 6)).toBe(0);
    // It fades slowly: some of it is left two thirds of a second before its end.
    expect(smile(5.25 / 6)).toBeGreaterThan(0.1);
    expect(smile(5.25 / 6)).toBeLessThan(0.6);
    expect(smile(2.8 / 6)).toBeGreaterThan(0.3);
    expect(Math.max(...values)).toBeCloseTo(1, 6);
    expect(Math.min(...values)).toBe(0);
    const full = values.filter((value) => value > 0.9999).length;
    expect(secondOf(full)).toBeGreaterThan(1.35);
    expect(secondOf(full)).toBeLessThan(1.7);
  }
});

test('people do not start at the same moment', () => {
  const smiles = alone.map(({ smile }) => secondOf(traced(smile).findIndex((value) => value > 0.9999)));
  expect(Math.min(...smiles)).toBeGreaterThan(2.75);
  expect(Math.min(...smiles)).toBeLessThan(2.9);
  expect(Math.max(...smiles)).toBeGreaterThan(3.1);
  expect(Math.max(...smiles)).toBeLessThan(3.26);
});

test('a person’s delay applies to all movements of the head', () => {
  for (const { yaw, nod, roll, smile } of alone) {
    const side = Math.sign(yaw(1 / 3));
    const tilt = highest(traced(roll).map((value) => side * value));
    const late = tilt.second - 2.1;
    const others = {
      tiltBack: [highest(traced(roll).map((value) => -side * value)).second, 4.3],
      nod: [highest(traced(nod).slice(0, steps / 2)).second, 1.6],
      rise: [highest(traced(nod).map((value) => -value)).second, 3],
      smile: [secondOf(traced(smile).findIndex((value) => value > 0.999_999)), 3],
    } as const;
    for (const [name, [second, usual]] of Object.entries(others))
      expect(Math.abs(second - usual - late), name).toBeLessThan(0.04);
    // Without the added sway, a turn peaks at 1.75 seconds, and on the other side at 4.1.
    const turn = traced((phase) => side * (yaw(phase) - 0.1 * side * Math.sin(2 * Math.PI * phase)));
    expect(Math.abs(highest(turn).second - 1.75 - late)).toBeLessThan(0.02);
    expect(Math.abs(highest(turn.map((value) => -value)).second - 4.1 - late)).toBeLessThan(0.02);
    const at = (second: number): number => turn[Math.round((second * steps) / 6)]!;
    expect(at(2.2 + late) / at(1.75 + late)).toBeCloseTo(0.96, 2);
    expect(at(4.5 + late) / at(4.1 + late)).toBeCloseTo(0.97, 2);
    const start = (curve: Curve): number => secondOf(traced(curve).findIndex((value) => value !== 0));
    expect(Math.abs(start(nod) - 0.3 - late)).toBeLessThan(0.03);
    expect(Math.abs(start(roll) - 0.25 - late)).toBeLessThan(0.03);
  }
});

test('eyes move ahead of the head while the lids are closed, and come back within a second', () => {
  for (const rhythm of alone) {
    const [first, second] = blinkStarts(rhythm);
    const side = Math.sign(rhythm.yaw(1 / 3));
    const at = (second: number): number => side * rhythm.gaze(second / 6);
    expect(at(first! + 0.05)).toBeCloseTo(0, 10);
    expect(rhythm.blink((first! + 0.14) / 6)).toBeGreaterThan(0.8);
    expect(at(first! + 0.14)).toBeGreaterThan(0.03);
    expect(at(first! + 0.14)).toBeLessThan(0.12);
    expect(at(first! + 0.25)).toBeCloseTo(0.135, 6);
    expect(at(first! + 1)).toBeCloseTo(0.135, 6);
    expect(at(first! + 1.25)).toBeCloseTo(0, 10);
    expect(at(second! + 0.05)).toBeCloseTo(0, 10);
    expect(at(second! + 0.25)).toBeCloseTo(-0.081, 6);
    expect(at(second! + 0.8)).toBeCloseTo(-0.081, 6);
    expect(at(second! + 1.05)).toBeCloseTo(0, 10);
    expect(at(5.6)).toBeCloseTo(0, 10);
  }
});

test('people in a group move to different degrees, each consistently; alone everybody moves fully', () => {
  const shares = group.map(({ smile }) => Math.max(...traced(smile)));
  expect(Math.min(...shares)).toBeGreaterThanOrEqual(0.6);
  expect(Math.min(...shares)).toBeLessThan(0.65);
  expect(Math.max(...shares)).toBeGreaterThan(0.95);
  expect(Math.max(...shares)).toBeLessThanOrEqual(1);
  group.forEach(({ roll, nod, yaw }, i) => {
    const share = shares[i]!;
    const tilt = traced(roll).map(Math.abs);
    expect(Math.max(...tilt)).toBeCloseTo(0.8 * share, 2);
    expect(nod(4.6 / 6)).toBeCloseTo(0.35 * share, 6);
    expect(Math.min(...traced(nod))).toBeCloseTo(-0.35 * share, 2);
    const down = Math.max(...traced(nod).slice(0, steps / 2));
    expect(down).toBeGreaterThan(0.384 * share);
    expect(down).toBeLessThan(0.606 * share);
    const side = Math.sign(yaw(1 / 3));
    const back = -Math.min(...traced(roll).map((value) => side * value));
    expect(back).toBeCloseTo(0.5 * share, 2);
    const turn = Math.max(...traced(yaw).map(Math.abs));
    expect(turn).toBeGreaterThan(0.675 * share);
    expect(turn).toBeLessThan(0.9 * share + 0.1);
  });
});

test('everybody breathes twice', () => {
  expect(alone[0]!.breath(0.125)).toBeCloseTo(1, 10);
  expect(alone[0]!.breath(0.375)).toBeCloseTo(-1, 10);
});

test('the rhythm is deterministic, and differs between people and photos', () => {
  const marks = (rhythm: Rhythm): string => [rhythm.yaw(0.3), rhythm.nod(0.3), ...blinkStarts(rhythm)].join();
  expect(marks(createRhythm(3, 2, false))).toBe(marks(createRhythm(3, 2, false)));
  const all = [0, 1, 2, 3].flatMap((seed) => [0, 1, 2, 3].map((person) => createRhythm(seed, person, false)));
  expect(new Set(all.map(marks)).size).toBe(16);
});
