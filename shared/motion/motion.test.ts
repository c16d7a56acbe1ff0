import { expect, test } from 'vitest';
import { drawNoise, drawPortrait } from '#tests/support/drawn-portrait.ts';
import { portraitDetection } from '#tests/support/drawn-detection.ts';
import { cameraPaths } from './camera.ts';
import { estimateDepth } from './depth.ts';
import { createMotionSampler, type FrameMotion, type Offsets } from './frame-motion.ts';
import { type MotionPlan, planMotion } from './motion-plan.ts';
import { cameraMovements, livelinesses, type Motion, type MotionOptions } from './movements.ts';
import { createRhythm } from './rhythm.ts';
import { createScene } from './scene.ts';

const frames = 150;
const pictures = {
  'a portrait': { picture: drawPortrait(128, 160), width: 768, height: 960, faces: false },
  'a wide portrait': { picture: drawPortrait(320, 128), width: 1920, height: 768, faces: false },
  'a tall portrait': { picture: drawPortrait(128, 320), width: 768, height: 1920, faces: false },
  'no subject': { picture: drawNoise(128, 128), width: 768, height: 768, faces: false },
  'a face': { picture: drawPortrait(128, 160), width: 768, height: 960, faces: true },
};
type Name = keyof typeof pictures;

function planOf(name: Name, options?: Partial<MotionOptions>, seed = 1): MotionPlan {
  const { picture, width, height, faces } = pictures[name];
  const detection = faces ? portraitDetection(width, height) : null;
  const scene = createScene({ width, height }, estimateDepth(picture, detection?.people), detection, seed);
  return planMotion(scene, { motion: 'auto', liveliness: 'natural', ...options });
}

const copy = ({ dx, dy }: Offsets): Offsets => ({ dx: dx.slice(), dy: dy.slice() });

function at(plan: MotionPlan, phase: number): FrameMotion {
  return createMotionSampler(plan)(phase);
}

test.each([1, 2, 3, 77])('every curve of a person begins and ends at rest: seed %d', (seed) => {
  for (const person of [0, 1, 5]) {
    for (const curve of Object.values(createRhythm(seed, person, person > 0))) {
      expect(curve(0)).toBeCloseTo(0, 10);
      expect(curve(1)).toBeCloseTo(0, 10);
    }
  }
});

test('people blink one to three times in six seconds, each at different times', () => {
  const startsOf = (person: number): number[] => {
    const { blink } = createRhythm(5, person, true);
    const shut = Array.from({ length: frames }, (_, n) => blink(n / frames) > 0);
    return shut.flatMap((now, n) => (now && !shut[n - 1] ? [n] : []));
  };
  const people = Array.from({ length: 24 }, (_, person) => startsOf(person));
  for (const starts of people) {
    expect(starts.length).toBeGreaterThanOrEqual(1);
    expect(starts.length).toBeLessThanOrEqual(3);
  }
  expect(new Set(people.map((starts) => starts.join())).size).toBeGreaterThan(18);
});

/** Every movement for two pictures, and the suitable one for each of the others. */
const cases = (Object.keys(pictures) as Name[]).flatMap((name): (readonly [Name, Motion])[] =>
  name === 'a face' || name === 'a portrait'
    ? cameraMovements.map((motion) => [name, motion] as const)
    : ([[name, 'auto']] as const),
);
const largest = (values: Iterable<number>): number => {
  let most = 0;
  for (const value of values) most = Math.max(most, Math.abs(value));
  return most;
};

for (const [name, motion] of cases) {
  const plan = planOf(name, { motion });

  test(`${name}, ${motion}: the first frame is the photo, and the loop closes`, () => {
    // Pulling out begins close, and reaches the photo before the middle of the loop, but for its sway.
    const pullsOut = plan.movement === 'pull-out';
    const camera = { ...plan, movements: plan.movements.slice(0, 3) };
    for (const phase of pullsOut ? [0.5 ** (1 / 0.85)] : [0, 1]) {
      const { dx, dy, background } = at(pullsOut ? camera : plan, phase);
      const most = pullsOut ? 2 : 1e-4;
      expect(largest([...dx, ...dy])).toBeLessThan(most);
      if (background) expect(largest([...background.dx, ...background.dy])).toBeLessThan(most);
    }
    for (const phase of [0, 1]) expect(largest(at(plan, phase).light)).toBeLessThan(1e-4);
    const seam = [0, 1].map((phase) => copy(at(plan, phase)));
    expect(largest(seam[0]!.dx.map((x, i) => x - seam[1]!.dx[i]!))).toBeLessThan(1e-4);
    expect(largest(seam[0]!.dy.map((y, i) => y - seam[1]!.dy[i]!))).toBeLessThan(1e-4);
    expect(largest(seam[0]!.dx) > 20).toBe(pullsOut);
  });

  test(`${name}, ${motion}: no frame looks past the edge of the photo by more than three pixels`, () => {
    const { columns, cellSize, frameWidth, frameHeight } = plan;
    const [right, bottom] = [Math.floor(frameWidth / cellSize), Math.floor(frameHeight / cellSize)];
    let most = 0;
    for (let n = 0; n < frames; n += 5) {
      const moved = at(plan, n / frames);
      const { dx, dy } = moved.background ?? moved;
      for (let row = 0; row <= bottom; row++) {
        const last = right * cellSize + dx[row * columns + right]! - frameWidth;
        most = Math.max(most, -dx[row * columns]!, last);
      }
      for (let column = 0; column <= right; column++) {
        const last = bottom * cellSize + dy[bottom * columns + column]! - frameHeight;
        most = Math.max(most, -dy[column]!, last);
      }
    }
    expect(most).toBeLessThan(3);
  });

  test(`${name}, ${motion}: nothing tears or jumps, not even at the seam of the loop`, () => {
    const sampler = createMotionSampler(plan);
    let bend = 0;
    let speed = 0;
    for (let n = 0; n < frames; n += 5) {
      const before = copy(sampler(((n + frames - 1) % frames) / frames));
      const now = sampler(n / frames);
      bend = Math.max(bend, largestBend(now, plan));
      now.dx.forEach((x, i) => {
        speed = Math.max(speed, Math.hypot(x - before.dx[i]!, now.dy[i]! - before.dy[i]!));
      });
    }
    // Cheeks and nose of a turning head are squeezed by nearly a half.
    expect(bend).toBeLessThan(pictures[name].faces ? 0.45 : 1 / 5);
    expect(speed).toBeLessThan(4.5);
  });
}

test.each(cases.flatMap(([name, motion]) => (motion === 'still' ? [] : [{ name, motion }])))(
  '$name, $motion: within half a second something has moved three pixels',
  ({ name, motion }) => {
    const plan = planOf(name, { motion });
    const [first, now] = [0, 12].map((n) => structuredClone(at(plan, n / frames)));
    const { columns, cellSize, frameWidth, frameHeight } = plan;
    const isInside = (i: number) =>
      (i % columns) * cellSize < frameWidth && Math.floor(i / columns) * cellSize < frameHeight;
    const shift = ({ dx, dy }: Offsets, from: Offsets): number => {
      const shifts = Array.from(dx, (x, i) => Math.hypot(x - from.dx[i]!, dy[i]! - from.dy[i]!));
      const inside = shifts.filter((_, i) => isInside(i));
      return inside.reduce((sum, each) => sum + each, 0) / inside.length;
    };
    const behind = now!.background ? shift(now!.background, first!.background!) : 0;
    expect(Math.max(shift(now!, first!), behind)).toBeGreaterThan(3);
  },
);

/** The largest stretch, squeeze or shear between two neighbouring vertices, as a share of their distance. */
function largestBend({ dx, dy }: Offsets, { columns, cellSize }: MotionPlan): number {
  let most = 0;
  for (let i = columns; i < dx.length; i++) {
    if (i % columns === 0) continue;
    const across = Math.abs(dx[i]! - dx[i - 1]!);
    const down = Math.abs(dy[i]! - dy[i - columns]!);
    const shear = Math.abs(dx[i]! - dx[i - columns]!);
    most = Math.max(most, across / cellSize, down / cellSize, shear / cellSize);
  }
  return most;
}

test('everything is in motion at the seam: the last step of the loop is about as long as the first', () => {
  const plan = planOf('a face', { motion: 'push-in' });
  const sampler = createMotionSampler(plan);
  const last = copy(sampler(1 - 1 / frames));
  const first = copy(sampler(1 / frames));
  const meanOf = ({ dx, dy }: Offsets) =>
    dx.reduce((sum, x, i) => sum + Math.hypot(x, dy[i]!), 0) / dx.length;
  expect(meanOf(first)).toBeGreaterThan(0.1);
  expect(meanOf(last) / meanOf(first)).toBeGreaterThan(0.6);
  expect(meanOf(last) / meanOf(first)).toBeLessThan(1.7);
});

test('an uncertain subject does not breathe or lean: only the camera moves', () => {
  const { picture, width, height } = pictures['a portrait'];
  const estimate = estimateDepth(picture);
  const reach = (confidence: number): number => {
    const scene = createScene({ width, height }, { ...estimate, confidence }, null, 1);
    const plan = planMotion(scene, { motion: 'still', liveliness: 'natural' });
    return largest(at(plan, 0.125).dy);
  };
  expect(reach(1)).toBeGreaterThan(1);
  expect(reach(0)).toBe(0);
});

test('more liveliness moves more, and a head never turns by more than six degrees', () => {
  const reaches = livelinesses.map((liveliness) => {
    const plan = planOf('a face', { motion: 'still', liveliness });
    const sampler = createMotionSampler(plan);
    let most = 0;
    for (let n = 0; n < frames; n += 3) most = Math.max(most, largest(sampler(n / frames).dx));
    return most;
  });
  expect(reaches).toEqual(reaches.toSorted((a, b) => a - b));
  expect(new Set(reaches).size).toBe(3);
  // Six degrees at the nearest point of a 270 pixels wide face, at most three quarters of that in front of its rim.
  expect(reaches[2]).toBeLessThan(Math.sin((6 * Math.PI) / 180) * 0.75 * 270 + 6);
});

test('the same photo moves the same way, and photos differ', () => {
  expect(at(planOf('a face'), 0.4)).toEqual(at(planOf('a face'), 0.4));
  const seeds = Array.from({ length: 40 }, (_, seed) => planOf('a face', {}, seed).movement);
  expect(new Set(seeds).size).toBeGreaterThan(4);
  expect(Object.keys(cameraPaths)).toEqual([...cameraMovements]);
});

/** How far each vertex is moved, over the whole loop. */
function flowOf(name: Name, motion: Motion): number[] {
  const sampler = createMotionSampler(planOf(name, { motion }));
  return Array.from({ length: 30 }, (_, n) => {
    const { dx, dy, background } = sampler(n / 30);
    return [...dx, ...dy, ...(background ? [...background.dx, ...background.dy] : [])];
  }).flat();
}

/** The root mean square of the values, or of their differences from others. */
function rms(values: readonly number[], from?: readonly number[]): number {
  const sum = values.reduce((total, value, i) => total + (value - (from?.[i] ?? 0)) ** 2, 0);
  return Math.sqrt(sum / values.length);
}

test.each(['a face', 'a portrait', 'no subject'] as const)(
  'any two movements of %s differ by half of the larger one or more',
  (name) => {
    const flows = cameraMovements.map((motion) => ({ motion, flow: flowOf(name, motion) }));
    const alike = flows.flatMap((a, i) =>
      flows.slice(i + 1).flatMap((b) => {
        const difference = rms(a.flow, b.flow) / Math.max(rms(a.flow), rms(b.flow));
        return difference < 0.5 ? [`${a.motion} and ${b.motion}: ${difference.toFixed(2)}`] : [];
      }),
    );
    expect(alike).toEqual([]);
  },
);
