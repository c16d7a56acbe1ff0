import type { RgbPicture } from '#shared/motion/plane.ts';
import { createRandom } from '#shared/random.ts';
import { drawPortrait } from './drawn-portrait.ts';

type Colour = readonly [red: number, green: number, blue: number];
type Draw = (line: Line, random: () => number, width: number, height: number) => void;
/** A line from one place to another, of a width in pixels, with soft edges. */
type Line = (x: number, y: number, toX: number, toY: number, width: number, colour: Colour) => void;

const dark: Colour = [24, 20, 18];
const white: Colour = [240, 238, 230];

/** Thin things that undamaged photos show, for a portrait of 768 x 960 with its face at (384, 384). */
export const thinThings: Readonly<Record<string, Draw>> = {
  'strands of hair': (line, random) => {
    for (let n = 0; n < 60; n++) {
      const x = 230 + 310 * random();
      const colour: Colour = n % 3 === 0 ? [214, 190, 160] : [40, 28, 22];
      for (let y = 190; y < 560; y += 8) {
        const wave = (at: number): number => x + 14 * Math.sin(at / 60 + n);
        line(wave(y), y, wave(y + 8), y + 8, 2, colour);
      }
    }
  },
  'twigs before the sky': (line, random, width) => {
    const twig = (x: number, y: number, angle: number, length: number, broad: number): void => {
      let [atX, atY, way] = [x, y, angle];
      for (let step = 0; step < length; step += 12) {
        way += 0.5 * (random() - 0.5);
        const [toX, toY] = [atX + 12 * Math.cos(way), atY + 12 * Math.sin(way)];
        line(atX, atY, toX, toY, broad, dark);
        if (broad > 2 && step % 48 === 36)
          twig(toX, toY, way + (random() < 0.5 ? 0.8 : -0.8), length / 2, broad / 2);
        [atX, atY] = [toX, toY];
      }
    };
    twig(0, 40, 0.3, 260, 7);
    twig(width, 30, 2.8, 240, 6);
    twig(0, 250, -0.3, 180, 5);
  },
  cables: (line, _random, width) => {
    for (const [from, to] of [
      [60, 120],
      [200, 90],
      [30, 36],
    ] as const)
      line(0, from, width, to, 4, dark);
  },
  text: (line, random) => {
    for (let row = 0; row < 6; row++) {
      for (let x = 40; x < 720; x += 22) {
        const y = 700 + 40 * row;
        const place = (): number => 14 * random();
        for (let stroke = 0; stroke < 3; stroke++)
          line(x + place(), y + 1.6 * place(), x + place(), y + 1.6 * place(), 3, white);
      }
    }
  },
  wrinkles: (line) => {
    for (const y of [300, 318, 336])
      for (let x = 310; x < 458; x += 6)
        line(x, y + 3 * Math.sin(x / 19), x + 6, y + 3 * Math.sin((x + 6) / 19), 3, [168, 124, 92]);
    for (const side of [-1, 1])
      for (let y = 410; y < 480; y += 6)
        line(
          384 + side * (40 + (y - 410) / 3),
          y,
          384 + side * (42 + (y - 410) / 3),
          y + 6,
          3,
          [160, 116, 88],
        );
  },
  'a white fence': (line, _random, width) => {
    for (let x = 10; x < width; x += 46) line(x, 560, x + 4, 950, 12, white);
    line(0, 620, width, 610, 10, white);
    line(0, 860, width, 866, 10, white);
  },
  glasses: (line) => {
    for (const x of [320, 448])
      for (let n = 0; n < 40; n++) {
        const [from, to] = [(n * Math.PI) / 20, ((n + 1) * Math.PI) / 20];
        line(
          x + 44 * Math.cos(from),
          370 + 34 * Math.sin(from),
          x + 44 * Math.cos(to),
          370 + 34 * Math.sin(to),
          4,
          [226, 214, 170],
        );
      }
    line(364, 366, 404, 366, 4, [226, 214, 170]);
    line(276, 366, 240, 356, 4, [226, 214, 170]);
    line(492, 366, 528, 356, 4, [226, 214, 170]);
  },
};

/** A drawn portrait of 768 x 960 with thin things over it; the same on every run. */
export function drawThinThings(name: string): RgbPicture {
  const { width, height, data } = drawPortrait(768, 960);
  const random = createRandom(5);
  thinThings[name]!(
    (x, y, toX, toY, broad, colour) => {
      const length = Math.hypot(toX - x, toY - y);
      const reach = broad / 2 + 1;
      for (let v = Math.floor(Math.min(y, toY) - reach); v <= Math.max(y, toY) + reach; v++) {
        for (let u = Math.floor(Math.min(x, toX) - reach); u <= Math.max(x, toX) + reach; u++) {
          if (u < 0 || v < 0 || u >= width || v >= height) continue;
          const way = Math.max(0, Math.min(1, ((u - x) * (toX - x) + (v - y) * (toY - y)) / length ** 2));
          const off = Math.hypot(u - x - way * (toX - x), v - y - way * (toY - y));
          const share = Math.max(0, Math.min(1, broad / 2 + 0.5 - off));
          const k = 3 * (v * width + u);
          for (let c = 0; c < 3; c++)
            data[k + c] = Math.round(data[k + c]! + (colour[c]! - data[k + c]!) * share);
        }
      }
    },
    random,
    width,
    height,
  );
  return { width, height, data };
}
