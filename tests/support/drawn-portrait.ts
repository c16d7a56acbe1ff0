import type { RgbPicture } from '#shared/motion/plane.ts';

type Colour = readonly [red: number, green: number, blue: number];

export interface PortraitColours {
  backdrop: Colour;
  hair: Colour;
  skin: Colour;
  cloth: Colour;
}

const usual: PortraitColours = {
  backdrop: [150, 146, 136],
  hair: [58, 42, 34],
  skin: [214, 168, 128],
  cloth: [70, 84, 110],
};

/** The centre of the face, as shares of width and height. */
export const faceCentre = { x: 0.5, y: 0.4 } as const;

/**
 * A head with hair and shoulders in front of a plain wall, drawn pixel by pixel, with slight grain from a fixed seed.
 */
export function drawPortrait(
  width: number,
  height: number,
  colours: Partial<PortraitColours> = {},
): RgbPicture {
  const palette = { ...usual, ...colours };
  const data = new Uint8Array(width * height * 3);
  const unit = Math.min(width, height);
  let seed = 7;
  for (let i = 0; i < width * height; i++) {
    const x = ((i % width) - faceCentre.x * width) / unit;
    const y = (Math.floor(i / width) - faceCentre.y * height) / unit;
    const colour = palette[partAt(x, y)];
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    const grain = (seed >>> 28) - 8;
    for (let channel = 0; channel < 3; channel++) {
      data[3 * i + channel] = Math.max(0, Math.min(255, colour[channel]! + grain));
    }
  }
  return { width, height, data };
}

function partAt(x: number, y: number): keyof PortraitColours {
  if (Math.hypot(x / 0.17, y / 0.21) < 1) return 'skin';
  if (Math.hypot(x / 0.22, (y + 0.06) / 0.25) < 1) return 'hair';
  if (Math.abs(x) < 0.07 && y > 0 && y < 0.35) return 'skin';
  return Math.hypot(x / 0.42, (y - 0.75) / 0.45) < 1 ? 'cloth' : 'backdrop';
}

/** Noise without any subject; the same on every run. */
export function drawNoise(width: number, height: number): RgbPicture {
  let seed = 3;
  const data = Uint8Array.from({ length: width * height * 3 }, () => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return seed >>> 24;
  });
  return { width, height, data };
}
