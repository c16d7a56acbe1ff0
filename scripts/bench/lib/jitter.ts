import type { LumaVideo } from './luma-video.ts';

const patchRadius = 32;
const margin = 80;
const spacing = 56;
const patchCount = 16;
const iterations = 6;

/**
 * The unsteadiness of a video's motion, in pixels: the root mean square of the second difference of the velocity of its
 * best textured patches. Measures the velocity between frames as Lucas and Kanade (1981), to better than a hundredth of
 * a pixel.
 */
export function measureJitter(video: LumaVideo): number {
  let squares = 0;
  let count = 0;
  for (const start of texturedPatches(video)) {
    const velocities: Velocity[] = [];
    for (let n = 0; n + 1 < video.frames.length; n++) {
      velocities.push(trackPatch(video.frames[n]!, video.frames[n + 1]!, video.width, start));
    }
    for (let n = 1; n + 1 < velocities.length; n++) {
      const [before, now, after] = [velocities[n - 1]!, velocities[n]!, velocities[n + 1]!];
      squares += (after.x - 2 * now.x + before.x) ** 2 + (after.y - 2 * now.y + before.y) ** 2;
      count++;
    }
  }
  return Math.sqrt(squares / count);
}

interface Velocity {
  readonly x: number;
  readonly y: number;
}

/** The centres of the patches with the strongest texture in both directions, as sample indices in the first frame. */
function texturedPatches({ frames, width, height }: LumaVideo): number[] {
  const frame = frames[0]!;
  const patches: { index: number; texture: number }[] = [];
  for (let y = margin; y < height - margin; y += spacing) {
    for (let x = margin; x < width - margin; x += spacing) {
      const index = y * width + x;
      const { xx, yy } = gradientSums(frame, width, index);
      patches.push({ index, texture: Math.min(xx, yy) });
    }
  }
  patches.sort((a, b) => b.texture - a.texture);
  return patches.slice(0, patchCount).map(({ index }) => index);
}

function gradientSums(
  frame: Uint8Array,
  width: number,
  centre: number,
): { xx: number; xy: number; yy: number } {
  let xx = 0;
  let xy = 0;
  let yy = 0;
  for (let y = -patchRadius; y < patchRadius; y++) {
    for (let i = centre + y * width - patchRadius; i < centre + y * width + patchRadius; i++) {
      const gx = (frame[i + 1]! - frame[i - 1]!) / 2;
      const gy = (frame[i + width]! - frame[i - width]!) / 2;
      xx += gx * gx;
      xy += gx * gy;
      yy += gy * gy;
    }
  }
  return { xx, xy, yy };
}

function trackPatch(from: Uint8Array, to: Uint8Array, width: number, centre: number): Velocity {
  const { xx, xy, yy } = gradientSums(from, width, centre);
  const determinant = xx * yy - xy * xy;
  let x = 0;
  let y = 0;
  for (let round = 0; round < iterations && determinant > 1; round++) {
    const { ex, ey } = mismatch(from, to, width, centre, x, y);
    const stepX = (yy * ex - xy * ey) / determinant;
    const stepY = (xx * ey - xy * ex) / determinant;
    x += stepX;
    y += stepY;
    if (Math.hypot(stepX, stepY) < 0.002) break;
  }
  return { x, y };
}

/** The gradient-weighted difference between a patch and its expected new position. */
function mismatch(from: Uint8Array, to: Uint8Array, width: number, centre: number, dx: number, dy: number) {
  const offset = Math.floor(dy) * width + Math.floor(dx);
  const fx = dx - Math.floor(dx);
  const fy = dy - Math.floor(dy);
  let ex = 0;
  let ey = 0;
  for (let y = -patchRadius; y < patchRadius; y++) {
    for (let i = centre + y * width - patchRadius; i < centre + y * width + patchRadius; i++) {
      const k = i + offset;
      const upper = to[k]! + (to[k + 1]! - to[k]!) * fx;
      const lower = to[k + width]! + (to[k + width + 1]! - to[k + width]!) * fx;
      const error = from[i]! - (upper + (lower - upper) * fy);
      ex += (error * (from[i + 1]! - from[i - 1]!)) / 2;
      ey += (error * (from[i + width]! - from[i - width]!)) / 2;
    }
  }
  return { ex, ey };
}
