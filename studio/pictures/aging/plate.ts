import sharp from 'sharp';
import { patches, type Size } from './noise.ts';
import type { Rgb, Style } from './styles.ts';
import { wearMarks } from './wear.ts';

/** An image as 8-bit RGB, row by row. */
interface Pixels extends Size {
  readonly data: Buffer;
}

/** The texture over the tones of one photo: grain, uneven development and darkened corners, 0 for none. */
interface Texture {
  readonly fine: Float32Array;
  readonly coarse: Float32Array;
  readonly mottle: Float32Array;
}

/** Turns the colour picture into an old photo of this style, in the same frame, as JPEG. The seed makes it unique. */
export async function agedPlate(picture: Buffer, style: Style, seed: number): Promise<Buffer> {
  const soft = await softened(picture);
  const unit = soft.width / 1024;
  const texture = {
    fine: await patches(soft, 0.75 * unit, seed),
    coarse: await patches(soft, 2.2 * unit, seed + 1),
    mottle: await patches(soft, 110 * unit, seed + 2),
  };
  const plate = exposed(soft, style, texture);
  return sharp(plate.data, { raw: { width: plate.width, height: plate.height, channels: 3 } })
    .composite([{ input: Buffer.from(wearMarks(plate, style.wear, seed)) }])
    .jpeg({ quality: 90, mozjpeg: true, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

/** Simulates an old lens: slightly soft, with light spilling around bright areas. */
async function softened(picture: Buffer): Promise<Pixels> {
  const { width, height } = await sharp(picture).metadata();
  const spill = await sharp(picture)
    .linear(1.6, -150)
    .blur((width / 1024) * 16)
    .linear(0.3, 0)
    .toBuffer();
  const { data } = await sharp(picture)
    .blur(0.3 + (width / 1024) * 0.45)
    .composite([{ input: spill, blend: 'screen' }])
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width, height };
}

function exposed(picture: Pixels, style: Style, texture: Texture): Pixels {
  const { width, height } = picture;
  const data = Buffer.alloc(picture.data.length);
  for (let i = 0; i < width * height; i++) {
    const x = (i % width) / width - 0.5;
    const y = Math.floor(i / width) / height - 0.5;
    const corner = Math.max(0, Math.hypot(x, y) - 0.35) ** 1.5;
    const shift = (texture.mottle[i] ?? 0) * 0.022 * (0.5 + style.fading) - corner * 0.9;
    const grain = ((texture.fine[i] ?? 0) * 0.03 + (texture.coarse[i] ?? 0) * 0.012) * style.grain;
    const pixel = [
      picture.data[3 * i] ?? 0,
      picture.data[3 * i + 1] ?? 0,
      picture.data[3 * i + 2] ?? 0,
    ] as const;
    const old = style.tones
      ? toned(grey(pixel, style), style.tones, style, shift, grain)
      : faded(pixel, style, shift, grain);
    data.set(old, 3 * i);
  }
  return { data, width, height };
}

const grey = ([r, g, b]: Rgb, { sees }: Style) => (r * sees[0] + g * sees[1] + b * sees[2]) / 255;

/** A contrast curve around the middle, then lifted blacks and dulled whites. Grain is most visible in the midtones. */
function developed(value: number, style: Style, shift: number, grain: number): number {
  const lit = Math.min(1, Math.max(0, value)) ** 0.86;
  const curve = lit ** style.contrast / (lit ** style.contrast + (1 - lit) ** style.contrast);
  const noisy = curve + shift + grain * (0.35 + 2.6 * curve * (1 - curve));
  const low = 0.07 * style.fading;
  return Math.min(1, Math.max(0, low + noisy * (1 - low - 0.05 * style.fading)));
}

function toned(value: number, tones: readonly Rgb[], style: Style, shift: number, grain: number): number[] {
  const position = developed(value, style, shift, grain) * (tones.length - 1);
  const index = Math.min(tones.length - 2, Math.floor(position));
  const from = tones[index] ?? [0, 0, 0];
  const to = tones[index + 1] ?? from;
  return from.map((channel, k) => channel + ((to[k] ?? channel) - channel) * (position - index));
}

/** Dyes of early colour paper: cyan fades first, so that everything shifts to a warm, pale red. */
function faded(pixel: Rgb, style: Style, shift: number, grain: number): number[] {
  const level = grey(pixel, style);
  const dyes = [
    { gain: 0.86, base: 0.15 },
    { gain: 0.8, base: 0.1 },
    { gain: 0.7, base: 0.11 },
  ];
  return dyes.map(({ gain, base }, k) => {
    const value = (pixel[k] ?? 0) / 255;
    const pale = level + (value - level) * (1 - 0.38 * style.fading);
    return (
      255 * Math.min(1, base * style.fading + developed(pale, { ...style, fading: 0 }, shift, grain) * gain)
    );
  });
}
