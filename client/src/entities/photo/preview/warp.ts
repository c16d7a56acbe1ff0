import type { FrameMotion } from '#shared/motion/frame-motion.ts';
import type { Grid } from '#shared/motion/grid.ts';

/** An opaque 8-bit RGBA picture, row by row. */
export interface RgbaPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** What `interpolateLine` computes: the motion of each column of vertices at one height of the frame. */
type Line = Pick<FrameMotion, 'dx' | 'dy' | 'light'>;

/**
 * Draws `photo`, displaced by the motion, into `target` of the same size; both are the video's frame at another scale.
 * Produces the same picture as the server's kernel and the WebGL renderer: bilinear samples at bilinear coordinates,
 * and light on the mid-tones.
 */
export function warp(photo: RgbaPicture, motion: FrameMotion, grid: Grid, target: RgbaPicture): void {
  const { width, height } = photo;
  const { cellSize } = grid;
  const frameX = grid.frameWidth / width;
  const frameY = grid.frameHeight / height;
  const line: Line = {
    dx: new Float32Array(grid.columns),
    dy: new Float32Array(grid.columns),
    light: new Float32Array(grid.columns),
  };
  for (let y = 0; y < height; y++) {
    interpolateLine(motion, grid, Math.max(0, ((y + 0.5) * frameY - 0.5) / cellSize), line);
    for (let x = 0; x < width; x++) {
      const across = Math.max(0, ((x + 0.5) * frameX - 0.5) / cellSize);
      const i = Math.floor(across);
      const share = across - i;
      const fromX = x + between(line.dx[i]!, line.dx[i + 1]!, share) / frameX;
      const fromY = y + between(line.dy[i]!, line.dy[i + 1]!, share) / frameY;
      const light = between(line.light[i]!, line.light[i + 1]!, share);
      copySample(photo, fromX, fromY, light, target.data, 4 * (y * width + x));
    }
  }
}

/** The motion `down` rows of vertices below the top. */
function interpolateLine(motion: FrameMotion, { columns }: Grid, down: number, line: Line): void {
  const row = Math.floor(down);
  const share = down - row;
  for (const field of ['dx', 'dy', 'light'] as const) {
    const values = motion[field];
    for (let i = 0; i < columns; i++) {
      line[field][i] = between(values[row * columns + i]!, values[(row + 1) * columns + i]!, share);
    }
  }
}

function between(from: number, to: number, share: number): number {
  return from + (to - from) * share;
}

/** Writes the sample at (x, y), lit, to `out[at]`. Runs for every pixel of every frame, so it allocates nothing. */
function copySample(
  { data, width, height }: RgbaPicture,
  x: number,
  y: number,
  light: number,
  out: Uint8ClampedArray,
  at: number,
): void {
  const left = Math.min(Math.max(x, 0), width - 1.001);
  const top = Math.min(Math.max(y, 0), height - 1.001);
  const column = Math.trunc(left);
  const row = Math.trunc(top);
  const fx = left - column;
  const fy = top - row;
  const a = 4 * (row * width + column);
  const b = a + 4 * width;
  const red = between(between(data[a]!, data[a + 4]!, fx), between(data[b]!, data[b + 4]!, fx), fy);
  const green = between(between(data[a + 1]!, data[a + 5]!, fx), between(data[b + 1]!, data[b + 5]!, fx), fy);
  const blue = between(between(data[a + 2]!, data[a + 6]!, fx), between(data[b + 2]!, data[b + 6]!, fx), fy);
  // Limited-range luma has 219 levels where these have 255: the light, times 4 y (1 - y), y being 0 to 1.
  const luma = (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255;
  const lift = (255 / 219) * light * 4 * luma * (1 - luma);
  out[at] = red + lift;
  out[at + 1] = green + lift;
  out[at + 2] = blue + lift;
  out[at + 3] = 255;
}
