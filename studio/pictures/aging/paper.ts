import sharp, { type OverlayOptions } from 'sharp';
import { patches, type Size } from './noise.ts';
import { createRandom } from '#shared/random.ts';
import type { Style } from './styles.ts';

export interface Caption {
  readonly text: string;
  /** A TrueType file of the handwriting font, and its family name. */
  readonly fontFile: string;
  readonly family: string;
}

/** The aged plate on its card: border, worn edge and handwritten caption, as WebP with transparent surroundings. */
export async function mounted(plate: Buffer, style: Style, seed: number, caption?: Caption): Promise<Buffer> {
  const picture = await sharp(plate).metadata();
  const border = Math.round(picture.width * style.border);
  const foot = Math.round(picture.width * style.foot);
  const card = { width: picture.width + 2 * border, height: picture.height + 2 * border + foot };
  const layers: OverlayOptions[] = [
    { input: await emulsion(plate, picture), left: border, top: border },
    ...(caption ? [await writing(caption, style, card, border + foot)] : []),
  ];
  const paper = await paperOf(card, style, seed);
  const print = await sharp(paper, { raw: { ...card, channels: 3 } })
    .composite(layers)
    .png()
    .toBuffer();
  return sharp(print)
    .ensureAlpha()
    .composite([{ input: Buffer.from(outline(card, style, seed)), blend: 'dest-in' }])
    .webp({ quality: 90, alphaQuality: 90, smartSubsample: true })
    .toBuffer();
}

/** The picture, with a slightly soft edge where the paper was masked. */
async function emulsion(plate: Buffer, { width, height }: Size): Promise<Buffer> {
  const mask = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="1.5" fill="#fff"/></svg>`;
  return sharp(plate)
    .ensureAlpha()
    .composite([{ input: Buffer.from(mask), blend: 'dest-in' }])
    .png()
    .toBuffer();
}

/** Fibrous, unevenly yellowed card. */
async function paperOf(card: Size, { card: { dark, light } }: Style, seed: number): Promise<Buffer> {
  const [stain, fibre] = [await patches(card, card.width / 9, seed + 9), await patches(card, 1.2, seed + 5)];
  const data = Buffer.alloc(card.width * card.height * 3);
  for (let i = 0; i < card.width * card.height; i++) {
    const level = Math.min(1, Math.max(0, 0.62 + 0.2 * (stain[i] ?? 0) + 0.07 * (fibre[i] ?? 0)));
    for (let k = 0; k < 3; k++) data[3 * i + k] = (dark[k] ?? 0) + ((light[k] ?? 0) - (dark[k] ?? 0)) * level;
  }
  return data;
}

async function writing(caption: Caption, style: Style, card: Size, foot: number): Promise<OverlayOptions> {
  const height = Math.round(foot * 0.54);
  const input = await sharp({
    text: {
      text: `<span foreground="${style.card.ink}">${caption.text}</span>`,
      font: `${caption.family} ${Math.round(height * 0.7)}`,
      fontfile: caption.fontFile,
      dpi: 72,
      rgba: true,
    },
  })
    .rotate(-0.7, { background: '#00000000' })
    .png()
    .toBuffer();
  const size = await sharp(input).metadata();
  return {
    input,
    left: Math.round((card.width - size.width) / 2),
    top: Math.round(card.height - foot / 2 - size.height / 2 - foot * 0.04),
    blend: 'multiply',
  };
}

/** The card's outline in white: scalloped by a deckle cutter, cut straight, or with rounded corners. */
function outline(card: Size, style: Style, seed: number): string {
  const { width, height } = card;
  const open = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">`;
  if (style.edge !== 'deckle') {
    const radius = style.edge === 'rounded' ? width * 0.022 : width * 0.003;
    return `${open}<rect x="1" y="1" width="${width - 2}" height="${height - 2}" rx="${radius}" fill="#fff"/></svg>`;
  }
  const points = deckle(card, seed).map(([x, y]) => `${x.toFixed(1)},${y.toFixed(1)}`);
  return `${open}<polygon points="${points.join(' ')}" fill="#fff"/></svg>`;
}

function deckle({ width, height }: Size, seed: number): (readonly [number, number])[] {
  const random = createRandom(seed + 1);
  const unit = width / 1146;
  const inset = 3 * unit;
  const corners = [
    [inset, inset],
    [width - inset, inset],
    [width - inset, height - inset],
    [inset, height - inset],
  ] as const;
  return corners.flatMap(([x0, y0], side) => {
    const [x1, y1] = corners[(side + 1) % 4] ?? corners[0];
    const length = Math.hypot(x1 - x0, y1 - y0);
    const [nx, ny] = [-(y1 - y0) / length, (x1 - x0) / length];
    const teeth = Math.floor(length / (13 * unit));
    return Array.from({ length: teeth * 6 }, (_, k) => {
      const t = k / (teeth * 6);
      const depth = (Math.abs(Math.sin((Math.PI * k) / 6)) * 5.5 + (random() - 0.5) * 1.8 + 2) * unit;
      return [x0 + (x1 - x0) * t + nx * depth, y0 + (y1 - y0) * t + ny * depth] as const;
    });
  });
}
