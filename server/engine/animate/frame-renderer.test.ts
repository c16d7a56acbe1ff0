import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { estimateDepth } from '#shared/motion/depth.ts';
import { planMotion } from '#shared/motion/motion-plan.ts';
import type { RgbPicture } from '#shared/motion/plane.ts';
import type { Motion } from '#shared/motion/movements.ts';
import { createScene, type Scene } from '#shared/motion/scene.ts';
import { drawPortrait } from '#tests/support/drawn-portrait.ts';
import { portraitDetection } from '#tests/support/drawn-detection.ts';
import { createFrameMarker } from './frame-marker.ts';
import { createFrameRenderer, type FrameRenderer } from './frame-renderer.ts';
import { createKernel, type Kernel } from './kernel.ts';
import { drawWatermark, markPicture } from './watermark.ts';

const photo = drawPortrait(770, 1002);
const lumaBytes = photo.width * photo.height;
let kernel: Kernel;
let renderer: FrameRenderer;

beforeAll(async () => {
  kernel = await createKernel(160);
  renderer = rendererOf(kernel, photo, drawPortrait(128, 167));
});

/** A renderer for a single-layer picture whose depth is estimated from `small`. */
function rendererOf(kernel: Kernel, picture: RgbPicture, small: RgbPicture): FrameRenderer {
  const scene: Scene = {
    frame: picture,
    estimate: estimateDepth(small),
    faces: [],
    pets: [],
    found: [],
    isLayered: false,
    seed: 1,
  };
  return createFrameRenderer(kernel, picture, scene, planMotion(scene));
}

function draw(phase: number): Uint8Array {
  const target = kernel.allocate(renderer.frameBytes);
  renderer.draw([{ phase, target }]);
  return Uint8Array.from(kernel.bytes(target, renderer.frameBytes));
}

/** Limited-range BT.709, in floating point. */
function toYuv({ data, width, height }: RgbPicture): Float64Array {
  const yuv = new Float64Array((width * height * 3) / 2);
  for (let i = 0; i < width * height; i++) {
    const [r, g, b] = [data[3 * i]!, data[3 * i + 1]!, data[3 * i + 2]!];
    const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
    yuv[i] = 16 + (219 / 255) * y;
    const x = i % width;
    const row = Math.floor(i / width);
    const chroma = width * height + (row >> 1) * (width / 2) + (x >> 1);
    yuv[chroma]! += (128 + ((224 / 255) * (b - y)) / 1.8556) / 4;
    yuv[chroma + (width * height) / 4]! += (128 + ((224 / 255) * (r - y)) / 1.5748) / 4;
  }
  return yuv;
}

function largestDifference(a: ArrayLike<number>, b: ArrayLike<number>, from = 0, to = a.length): number {
  let most = 0;
  for (let i = from; i < to; i++) most = Math.max(most, Math.abs(a[i]! - b[i]!));
  return most;
}

test('the first frame is the photo, sample for sample', () => {
  expect(largestDifference(draw(0), toYuv(photo))).toBeLessThanOrEqual(1);
});

test('the loop closes on the first frame', () => {
  expect(draw(1)).toEqual(draw(0));
});

test('in between, the picture moves but keeps its overall brightness', () => {
  const first = draw(0);
  const middle = draw(1 / 3);
  expect(largestDifference(first, middle, 0, lumaBytes)).toBeGreaterThan(40);
  const mean = (frame: Uint8Array): number =>
    frame.subarray(0, lumaBytes).reduce((sum, v) => sum + v, 0) / lumaBytes;
  expect(Math.abs(mean(first) - mean(middle))).toBeLessThan(8);
});

describe('people as a layer of their own', () => {
  const size = { width: 770, height: 1002 };
  const detection = portraitDetection(size.width, size.height);
  const estimate = estimateDepth(drawPortrait(128, 167), detection.people);
  const scene = createScene(size, estimate, detection, 3);

  async function layered(motion: Motion): Promise<(phase: number) => Uint8Array> {
    const own = await createKernel(200);
    const plan = planMotion(scene, { motion, liveliness: 'natural' });
    const drawing = createFrameRenderer(own, photo, scene, plan);
    const target = own.allocate(drawing.frameBytes);
    return (phase) => {
      drawing.draw([{ phase, target }]);
      return Uint8Array.from(own.bytes(target, drawing.frameBytes));
    };
  }

  test('the first frame is the photo, sample for sample, and the loop closes on it', async () => {
    expect(scene.isLayered).toBe(true);
    for (const motion of ['push-in', 'focus-pull'] as const) {
      const frame = await layered(motion);
      expect(largestDifference(frame(0), toYuv(photo))).toBeLessThanOrEqual(2);
      const middle = frame(0.5);
      expect(frame(1)).toEqual(frame(0));
      expect(largestDifference(frame(0), middle, 0, lumaBytes)).toBeGreaterThan(40);
    }
  });

  test('frames are the same in any drawing order: closed lids open again', async () => {
    const frame = await layered('still');
    const phases = [0.2, 0.25, 0.6, 0.9];
    const forwards = phases.map((phase) => frame(phase));
    const backwards = phases.toReversed().map((phase) => frame(phase));
    expect(backwards.toReversed()).toEqual(forwards);
  });

  test('frames drawn together are those drawn one by one, with lids that close and open among them', async () => {
    const own = await createKernel(200);
    const drawing = createFrameRenderer(
      own,
      photo,
      scene,
      planMotion(scene, { motion: 'arc', liveliness: 'natural' }),
    );
    const phases = Array.from({ length: 150 }, (_, n) => n / 150);
    const targets = Array.from({ length: 8 }, () => own.allocate(drawing.frameBytes));
    const frames = phases.map((phase, n) => ({ phase, target: targets[n % 8]! }));
    const hash = (target: number) =>
      createHash('sha256').update(own.bytes(target, drawing.frameBytes)).digest('hex');
    const alone = frames.map((frame) => {
      drawing.draw([frame]);
      return hash(frame.target);
    });
    for (let n = 0; n < frames.length; n += 8) {
      const together = frames.slice(n, n + 8);
      drawing.draw(together);
      expect(together.map(({ target }) => hash(target))).toEqual(alone.slice(n, n + 8));
    }
  });

  test('the same scene yields identical frames, by hash', async () => {
    const hashes = [await layered('arc'), await layered('arc')].map((frame) =>
      [0, 0.23, 0.5, 0.81].map((phase) => createHash('sha256').update(frame(phase)).digest('hex')),
    );
    expect(hashes[0]).toEqual(hashes[1]);
    expect(new Set(hashes[0]).size).toBe(4);
  });

  test('a background out of focus is softer than one in focus, and people stay sharp', async () => {
    const [sharpFrames, softFrames] = [await layered('push-in'), await layered('focus-pull')];
    const grain = (frame: Uint8Array, left: number, top: number): number => {
      let sum = 0;
      for (let y = top; y < top + 60; y++)
        for (let x = left; x < left + 60; x++)
          sum += Math.abs(frame[y * size.width + x]! - frame[y * size.width + x + 1]!);
      return sum;
    };
    const [focused, soft] = [sharpFrames(0.5), softFrames(0.5)];
    expect(grain(soft, 40, 60)).toBeLessThan(0.6 * grain(focused, 40, 60));
    expect(grain(soft, 355, 380)).toBeGreaterThan(0.7 * grain(focused, 355, 380));
  });
});

test('an even picture stays even, without seams between cells, planes or edges', async () => {
  const grey: RgbPicture = { width: 134, height: 90, data: new Uint8Array(134 * 90 * 3).fill(255) };
  const own = await createKernel(32);
  const target = rendererOf(own, grey, drawPortrait(134, 90));
  const pointer = own.allocate(target.frameBytes);
  target.draw([{ phase: 0.4, target: pointer }]);
  const frame = own.bytes(pointer, target.frameBytes);
  // The light never brightens white.
  expect(new Set(frame.subarray(0, 134 * 90))).toEqual(new Set([235]));
  expect(new Set(frame.subarray(134 * 90))).toEqual(new Set([128]));
});

test('a kernel that can’t grow enough throws', async () => {
  const small = await createKernel(2);
  expect(() => rendererOf(small, photo, drawPortrait(64, 84))).toThrow('needs more than 2 MB');
});

test('a frame of the widest photo that is accepted has no seam at its end, and a wider one throws', async () => {
  const grey = (width: number): RgbPicture => ({
    width,
    height: 96,
    data: new Uint8Array(width * 96 * 3).fill(255),
  });
  const own = await createKernel(64);
  const target = rendererOf(own, grey(2048), drawPortrait(256, 12));
  const pointer = own.allocate(target.frameBytes);
  target.draw([{ phase: 0.4, target: pointer }]);
  expect(new Set(own.bytes(pointer, 2048 * 96))).toEqual(new Set([235]));
  expect(() => rendererOf(own, grey(2050), drawPortrait(256, 12))).toThrow('wider than 2048');
});

test('the watermark on a frame matches the watermark on the picture', async () => {
  const mark = await drawWatermark(photo);
  const target = kernel.allocate(renderer.frameBytes);
  renderer.draw([{ phase: 0, target }]);
  createFrameMarker(kernel, photo, mark)(target);
  expect(
    largestDifference(kernel.bytes(target, renderer.frameBytes), toYuv(markPicture(photo, mark))),
  ).toBeLessThanOrEqual(2);
});
