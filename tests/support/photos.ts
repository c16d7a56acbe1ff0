import sharp from 'sharp';

type Colour = readonly [red: number, green: number, blue: number];

/** One part of the drawing: later ones cover earlier ones. Coordinates are 0 to 1 of the frame. */
interface Ellipse {
  x: number;
  y: number;
  width: number;
  height: number;
  colour: Colour;
}

const parts: readonly Ellipse[] = [
  { x: 0.5, y: 1.05, width: 0.42, height: 0.45, colour: [88, 62, 50] },
  { x: 0.5, y: 0.66, width: 0.1, height: 0.14, colour: [182, 132, 98] },
  { x: 0.5, y: 0.38, width: 0.24, height: 0.25, colour: [48, 36, 30] },
  { x: 0.5, y: 0.43, width: 0.2, height: 0.22, colour: [214, 168, 128] },
  { x: 0.42, y: 0.4, width: 0.035, height: 0.02, colour: [245, 242, 238] },
  { x: 0.58, y: 0.4, width: 0.035, height: 0.02, colour: [245, 242, 238] },
  { x: 0.42, y: 0.4, width: 0.015, height: 0.013, colour: [36, 26, 20] },
  { x: 0.58, y: 0.4, width: 0.015, height: 0.013, colour: [36, 26, 20] },
  { x: 0.5, y: 0.55, width: 0.07, height: 0.012, colour: [140, 70, 62] },
];

function colourAt(x: number, y: number): Colour {
  const part = parts.findLast(
    (each) => ((x - each.x) / each.width) ** 2 + ((y - each.y) / each.height) ** 2 < 1,
  );
  if (part) return part.colour;
  const stripe = Math.sin(x * 90) * 10 + Math.sin(y * 23) * 6;
  return [128 - 40 * y + stripe, 140 - 40 * y + stripe, 152 - 40 * y + stripe];
}

/** The portraits drawn so far in this process: most tests need the same one, and drawing it takes a tenth of a second. */
const drawn = new Map<string, Promise<Buffer>>();

/**
 * A small drawn portrait, as JPEG, suitable for the animator: head and shoulders in front of a striped wall. A
 * `brightness` below 1 darkens it. Each caller gets a copy of its own.
 */
export async function portrait({ width = 480, height = 600, brightness = 1 } = {}): Promise<Buffer> {
  const key = [width, height, brightness].join();
  const photo = drawn.get(key) ?? draw(width, height, brightness);
  drawn.set(key, photo);
  return Buffer.from(await photo);
}

/** Pixel by pixel, because the server disables SVG in sharp for its whole process. */
async function draw(width: number, height: number, brightness: number): Promise<Buffer> {
  const pixels = new Uint8Array(width * height * 3);
  for (let row = 0; row < height; row += 1) {
    for (let column = 0; column < width; column += 1) {
      const colour = colourAt(column / width, row / height).map((value) => value * brightness);
      pixels.set(colour, (row * width + column) * 3);
    }
  }
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 92 })
    .toBuffer();
}
