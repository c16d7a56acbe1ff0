import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { preparePhoto } from '../../server/features/generation/photo.ts';
import { AppError } from '../../server/platform/errors.ts';
import { type PhotoKind, photoKinds, type Seen, seenIn } from '../fixtures/photo-kinds.ts';
import { expect, noModels, still, test, texts } from './support/test.ts';
import { fill } from './support/shop.ts';
import type { Page } from '@playwright/test';

// No worker processes the videos, and no rate limit gets in the way.
test.use({ ...still, ...noModels, settings: { ROLE: 'web', LIMIT_GENERATE: '500/1m' } });

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
    const { data } = context.getImageData(0, 0, width, height);
    const mean = [0, 1, 2].map((channel) => {
      let sum = 0;
      for (let at = channel; at < data.length; at += 4) sum += data[at] ?? 0;
      return sum / (width * height);
    });
    return { width, height, mean };
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

/** A flat picture: the colour of a HEIC is that of its twin without compression. */
const red: Seen = { width: 400, height: 320, mean: [255, 0, 0] };
const plain: Seen = { width: 400, height: 320, mean: [234, 51, 35] };

/** What is right: what Chromium shows, without what is specified otherwise. */
async function rightFor(page: Page, kind: PhotoKind, file: Buffer): Promise<Seen> {
  if (kind.heic) return kind.name.includes('p3') ? red : plain;
  if (kind.name.startsWith('small') || kind.name.startsWith('moving')) return null;
  return drawnBy(page, file);
}

function expectSame(name: string, seen: Seen, right: Seen): void {
  expect(seen && [seen.width, seen.height], name).toEqual(right && [right.width, right.height]);
  for (const [channel, value] of (right?.mean ?? []).entries())
    expect(
      Math.abs((seen?.mean[channel] ?? Number.NaN) - value),
      `${name}: ${seen?.mean.join()} for ${right?.mean.join()}`,
    ).toBeLessThanOrEqual(3);
}

test('every kind of photo is judged and coloured as Chromium does, by the server and through the page', {
  tag: '@desktop',
}, async ({ page, seeds, memori }) => {
  expect(photoKinds.length).toBeGreaterThanOrEqual(40);
  const user = await seeds.signIn(page, []);
  for (let bought = 0; bought < 10; bought += 1) await seeds.buy(user);
  await page.goto('/en/create');
  const right = new Map<string, Seen>();
  const files = new Map<string, Buffer>();
  for (const kind of photoKinds) {
    const file = await kind.make();
    files.set(kind.name, file);
    right.set(kind.name, await rightFor(page, kind, file));
    if (!kind.heic) expectSame(`server: ${kind.name}`, await prepared(file), right.get(kind.name) ?? null);
  }

  const { queue } = texts.en;
  for (let from = 0; from < photoKinds.length; from += 20) {
    const some = photoKinds.slice(from, from + 20).map(({ name }) => name);
    const good = some.filter((name) => right.get(name));
    await page
      .locator('input[type=file]:not([capture])')
      .first()
      .setInputFiles(
        some.map((name) => ({ name, mimeType: 'image/jpeg', buffer: files.get(name) ?? Buffer.of() })),
      );
    await page.getByRole('button', { name: fill(queue.generate_other, good.length) }).click();
    await expect(page.getByText(fill(queue.done_other, good.length))).toBeVisible();
    await page.getByRole('button', { name: queue.another }).click();
  }
  const tasks = await seeds.db.videoTask.findMany({ where: { userId: user.userId } });
  for (const name of photoKinds.map((kind) => kind.name)) {
    const task = tasks.find(
      ({ originalFilename }) => path.parse(originalFilename).name === path.parse(name).name,
    );
    const stored = task && (await readFile(path.join(memori.dataDir, 'media', task.photoKey)));
    expectSame(`page: ${name}`, stored ? await seenIn(stored) : null, right.get(name) ?? null);
  }
});
