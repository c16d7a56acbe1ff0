import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { mounted } from './paper.ts';
import { agedPlate } from './plate.ts';
import { styles } from './styles.ts';

const size = { width: 200, height: 250 };
/** Red above, blue below. */
const picture = await sharp({ create: { ...size, channels: 3, background: '#c03020' } })
  .composite([
    {
      input: { create: { width: 200, height: 125, channels: 3, background: '#2030c0' } },
      gravity: 'south',
    },
  ])
  .png()
  .toBuffer();

const saturationOf = async (image: Buffer) => {
  const { channels } = await sharp(image).stats();
  const means = channels.map(({ mean }) => mean);
  return Math.max(...means) - Math.min(...means);
};

const alphaAt = async (image: Buffer, x: number, y: number) => {
  const [alpha] = await sharp(image)
    .extractChannel(3)
    .extract({ left: x, top: y, width: 1, height: 1 })
    .raw()
    .toBuffer();
  return alpha;
};

describe('an aged plate', () => {
  test.each(Object.entries(styles))('in the style %s lies exactly over the picture', async (_name, style) => {
    const { width, height } = await sharp(await agedPlate(picture, style, 1)).metadata();
    expect({ width, height }).toEqual(size);
  });

  test('is the same for the same seed and another one for another', async () => {
    const first = await agedPlate(picture, styles.sepia, 1);
    expect(await agedPlate(picture, styles.sepia, 1)).toEqual(first);
    expect(await agedPlate(picture, styles.sepia, 2)).not.toEqual(first);
  });

  test('in silver has no colour but the paper’s', async () => {
    expect(await saturationOf(await agedPlate(picture, styles.silver, 1))).toBeLessThan(15);
  });
});

describe('a mounted print', () => {
  test.each(Object.entries(styles))(
    'in the style %s is paper in the middle and nothing at its corner',
    async (_name, style) => {
      const print = await mounted(await agedPlate(picture, style, 1), style, 1);
      const { width, height } = await sharp(print).metadata();
      expect(width).toBeGreaterThan(size.width);
      expect(height - size.height).toBeGreaterThan(width - size.width);
      expect(await alphaAt(print, width >> 1, height >> 1)).toBe(255);
      expect(await alphaAt(print, 0, 0)).toBe(0);
    },
  );
});
