import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { preparePhoto } from '#server/features/generation/photos/photo.ts';
import { AppError } from '#server/platform/errors.ts';
import { type PhotoKind, photoKinds, type Seen, seenIn } from '../fixtures/photo-kinds.ts';
import { expect, noModels, still, test, texts } from './support/test.ts';
import { fill } from './support/shop.ts';
import type { Page } from '@playwright/test';

// No worker processes the videos, and no rate limit gets in the way: each photo for a box comes from another address.
test.use({ ...still, ...noModels, settings: { ROLE: 'web', LIMIT_GENERATE: '500/1m' } });

/** Each has its own tests, so that several workers share them. */
const formats = ['jpg', 'png', 'webp', 'heic'] as const;

const kindsIn = (format: (typeof formats)[number]) =>
  photoKinds.filter(({ name }) => name.endsWith(`.${format}`));

/** What Chromium itself draws, on white. */
function drawnBy(page: Page, file: Buffer): Promise<Seen> {
  return page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes])).catch(() => null);
    if (!bitmap) return null;
    const { width, height } = bitmap;
    const context = new OffscreenCanvas(width, height).getContext('2d');
    if (!context) throw new Error('no canvas');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.drawImage(bitmap, 0, 0);
    const [halfWidth, halfHeight] = [Math.floor(width / 2), Math.floor(height / 2)];
    const { data } = context.getImageData(0, 0, width, height);
    const quarter = (left: number, top: number) =>
      [0, 1, 2].map((channel) => {
        let sum = 0;
        for (let y = top; y < top + halfHeight; y += 1)
          for (let x = left; x < left + halfWidth; x += 1) sum += data[(y * width + x) * 4 + channel] ?? 0;
        return sum / (halfWidth * halfHeight);
      });
    const [right, low] = [width - halfWidth, height - halfHeight];
    return {
      width,
      height,
      quarters: [quarter(0, 0), quarter(right, 0), quarter(0, low), quarter(right, low)],
    };
  }, file.toString('base64'));
}

async function prepared(file: Buffer): Promise<Seen> {
  try {
    return await seenIn((await preparePhoto(file)).jpeg);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

function expectSame(name: string, seen: Seen, right: Seen): void {
  expect(seen && [seen.width, seen.height], name).toEqual(right && [right.width, right.height]);
  for (const [index, quarter] of (right?.quarters ?? []).entries())
    for (const [channel, value] of quarter.entries())
      expect(
        Math.abs((seen?.quarters[index]?.[channel] ?? Number.NaN) - value),
        `${name}: ${JSON.stringify(seen?.quarters)} for ${JSON.stringify(right?.quarters)}`,
      ).toBeLessThanOrEqual(3);
}

interface Row {
  kind: PhotoKind;
  file: Buffer;
  /** What Chromium shows, but for what is specified otherwise. */
  right: Seen;
}

async function readTable(page: Page, kinds: readonly PhotoKind[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (const kind of kinds) {
    const file = await kind.make();
    rows.push({ kind, file, right: kind.right === undefined ? await drawnBy(page, file) : kind.right });
  }
  return rows;
}

test('there are many kinds of photos, each of a format that is tested', { tag: '@desktop' }, () => {
  expect(photoKinds.length).toBeGreaterThanOrEqual(40);
  expect(new Set(formats.flatMap(kindsIn))).toEqual(new Set(photoKinds));
});

for (const format of formats) {
  test(`${format}: each kind of photo is judged and coloured by the page as Chromium does`, {
    tag: '@desktop',
  }, async ({ page, seeds, memori }) => {
    const user = await seeds.signIn(page, []);
    await page.goto('/en/create');
    const table = await readTable(page, kindsIn(format));
    // Five credits each.
    for (let bought = 0; bought < table.length; bought += 5) await seeds.buy(user);
    const { queue } = texts.en;
    // In equal parts of at most 20: one photo alone has other words.
    const atOnce = Math.ceil(table.length / Math.ceil(table.length / 20));
    for (let from = 0; from < table.length; from += atOnce) {
      const some = table.slice(from, from + atOnce);
      const good = some.filter(({ right }) => right).length;
      await page
        .locator('input[type=file]:not([capture])')
        .first()
        .setInputFiles(
          some.map(({ kind: { name }, file }) => ({ name, mimeType: 'image/jpeg', buffer: file })),
        );
      await page.getByRole('button', { name: fill(queue.generate_other, good) }).click();
      await expect(page.getByText(fill(queue.done_other, good))).toBeVisible();
      await page.getByRole('button', { name: queue.another }).click();
    }
    const tasks = await seeds.db.videoTask.findMany({ where: { userId: user.userId } });
    for (const { kind, right } of table) {
      const task = tasks.find(
        ({ originalFilename }) => path.parse(originalFilename).name === path.parse(kind.name).name,
      );
      const stored = task && (await readFile(path.join(memori.dataDir, 'media', task.photoKey)));
      expectSame(`page: ${kind.name}`, stored ? await seenIn(stored) : null, right);
    }
  });

  test(`${format}: a family box takes the same photos, in the same colours`, { tag: '@desktop' }, async ({
    page,
    seeds,
    memori,
    expectNoise,
  }) => {
    // The server's own refusals, of what the page can't judge.
    expectNoise(/status of 4(15|22) .* \/api\/box\//);
    const { userId } = await seeds.signIn(page, []);
    const { box, boxes } = texts.en;
    await page.goto('/en/box');
    await page.getByRole('button', { name: boxes.new }).click();
    await page.getByLabel(boxes.name).fill('Nonno, 80');
    await page.getByRole('button', { name: boxes.open, exact: true }).click();
    await page.goto(await page.getByLabel(boxes.link, { exact: true }).inputValue());
    await expect(page.getByText('Nonno, 80')).toBeVisible();
    for (const [index, { kind, file, right }] of (await readTable(page, kindsIn(format))).entries()) {
      await page.setExtraHTTPHeaders({ 'x-forwarded-for': `198.51.100.${index}` });
      await page
        .getByLabel(box.photo)
        .setInputFiles({ name: kind.name, mimeType: 'image/jpeg', buffer: file });
      await page.getByLabel(box.sender).fill('Zia Pina');
      await page.getByLabel(box.consent).check();
      await page.getByRole('button', { name: box.send }).click();
      const problems = page.locator('[data-problem]:not([hidden], [data-help])');
      const where = { box: { userId } };
      await expect
        .poll(async () => (await problems.count()) + (await seeds.db.boxPhoto.count({ where })))
        .toBe(1);
      await expect(page.locator('form')).not.toHaveAttribute('inert');
      expect(await problems.count(), kind.name).toBe(right ? 0 : 1);
      if (!right) continue;
      const { id } = await seeds.db.boxPhoto.findFirstOrThrow({ where });
      const stored = await readFile(path.join(memori.dataDir, 'media', 'boxes', id, 'photo.jpg'));
      expectSame(`box: ${kind.name}`, await seenIn(stored), right);
      // A box holds fifty.
      await seeds.db.boxPhoto.delete({ where: { id } });
    }
  });
}

test('the server judges and colours each kind but HEIC as Chromium does', { tag: '@desktop' }, async ({
  page,
}) => {
  const kinds = photoKinds.filter(({ name }) => !name.endsWith('.heic'));
  for (const { kind, file, right } of await readTable(page, kinds))
    expectSame(`server: ${kind.name}`, await prepared(file), right);
});
