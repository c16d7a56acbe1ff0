import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { animation, blank, picture, truncate } from '../fixtures/evil-photos/pictures.ts';
import { heicOf } from '../support/heic.ts';
import { portrait } from '../support/photos.ts';
import { expectCredits, fill } from './support/shop.ts';
import { seedOf } from '#shared/motion/seed.ts';
import {
  choosePhoto,
  enter,
  expect,
  expectSound,
  intercept,
  noModels,
  still,
  test as base,
  texts,
} from './support/test.ts';
import { wired as test } from './support/wired.ts';

// No worker processes the videos, and no rate limit gets in the way.
const settings = { ROLE: 'web', LIMIT_GENERATE: '500/1m' };
base.use({ ...still, ...noModels, settings });
// Serial, so that one worker and its Memori serve them all.
base.describe.configure({ mode: 'default' });

const { queue, errors } = texts.en;
const jpeg = () => portrait();
const of = async (change: (photo: Sharp) => Sharp) => change(sharp(await portrait())).toBuffer();

/** The result for each: null for a video, otherwise the refusal. */
const kinds: [name: string, make: () => Buffer | Promise<Buffer>, refusal: string | null][] = [
  ['usual.jpg', jpeg, null],
  ['progressive.jpg', () => of((photo) => photo.jpeg({ progressive: true })), null],
  ['turned.jpg', () => of((photo) => photo.withMetadata({ orientation: 6 }).jpeg()), null],
  ['grey.jpg', () => of((photo) => photo.greyscale().jpeg()), null],
  ['print shop.jpg', () => of((photo) => photo.toColourspace('cmyk').jpeg()), null],
  ['👵🏽 نonna נonna.jpg', jpeg, null],
  ['plain.png', () => of((photo) => photo.png()), null],
  ['deep.png', () => of((photo) => photo.toColourspace('rgb16').png()), null],
  ['see-through.png', () => of((photo) => photo.ensureAlpha(0.5).png()), null],
  ['web.webp', () => of((photo) => photo.webp()), null],
  ['moving.webp', () => animation().webp().toBuffer(), errors.invalid_file_type],
  ['IMG_0001.HEIC', async () => heicOf(await portrait()), null],
  ['half.jpg', async () => truncate(await portrait(), 0.5), errors.image_broken],
  ['animation.gif', () => animation().gif().toBuffer(), errors.invalid_file_type],
  ['letter.jpg', () => Buffer.from('Cara nonna, ti scrivo…'), errors.invalid_file_type],
  ['paper.jpg', () => Buffer.from('%PDF-1.7 a document'), errors.invalid_file_type],
  ['empty.jpg', () => Buffer.alloc(0), errors.invalid_file_type],
  ['small.jpg', () => portrait({ width: 299, height: 400 }), errors.image_too_small],
  [
    'heavy.jpg',
    async () => Buffer.concat([await portrait(), Buffer.alloc(20 * 1024 * 1024)]),
    'File size must be less than 20MB',
  ],
  ['huge.png', () => blank(8000, 5001).png().toBuffer(), errors.image_too_many_pixels],
];

const filesIn = async (folder: string) =>
  (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());

base(
  '20 photos of 20 kinds at once: each ends in its own words',
  { tag: '@desktop' },
  async ({ page, seeds, memori }) => {
    expect(kinds).toHaveLength(20);
    const user = await seeds.signIn(page, []);
    for (let bought = 0; bought < 3; bought += 1) await seeds.buy(user);
    await page.goto('/en/create');
    const files = kinds.map(async ([name, make]) => ({
      name,
      mimeType: 'image/jpeg',
      buffer: await make(),
    }));
    await page
      .locator('input[type=file]:not([capture])')
      .first()
      .setInputFiles(await Promise.all(files));
    await expect(page.getByRole('heading', { name: fill(queue.title_other, 20) })).toBeFocused();
    const said = (text: string) => page.getByRole('listitem').filter({ hasText: text });
    for (const [name, , refusal] of kinds)
      await expect(said(name).getByText(refusal ?? queue.states.ready, { exact: true })).toBeVisible();
    await expectSound(page);

    const good = kinds.filter(([, , refusal]) => refusal === null);
    await page.getByRole('button', { name: fill(queue.generate_other, good.length) }).click();
    await expect(page.getByText(fill(queue.done_other, good.length))).toBeVisible();
    for (const [name] of good)
      await expect(said(name).getByText(queue.states.sent, { exact: true })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expectCredits(page, 'en', 16 - good.length);
    const tasks = await seeds.db.videoTask.findMany({ where: { userId: user.userId } });
    const stems = tasks.map(({ originalFilename }) => path.parse(originalFilename).name);
    expect(stems.toSorted()).toEqual(good.map(([name]) => path.parse(name).name).toSorted());
    // Each moves as the chosen file does, whatever was made of it before it was sent.
    for (const [name, make] of good) {
      const task = tasks.find(
        ({ originalFilename }) => path.parse(originalFilename).name === path.parse(name).name,
      );
      expect(task?.seed, name).toBe(seedOf(await make()));
    }
    // For each accepted file its photo and nothing else, and nothing for the others.
    const stored = await Promise.all(
      tasks.map(({ photoKey }) => filesIn(path.join(memori.dataDir, 'media', path.dirname(photoKey)))),
    );
    expect(stored.flat()).toHaveLength(good.length);
  },
);

base(
  'a large camera photo is sent smaller, but keeps its day and the movement of its preview',
  { tag: '@desktop' },
  async ({ page, seeds }) => {
    const { userId } = await seeds.signIn(page, []);
    await page.goto('/en/create');
    const photo = await sharp(await portrait({ width: 2400, height: 3000 }))
      .withExif({ IFD2: { DateTimeOriginal: '2019:08:21 10:00:00' } })
      .jpeg()
      .toBuffer();
    await choosePhoto(page, photo, 'IMG_1234.jpg');
    await page.getByRole('button', { name: texts.en.upload.generate }).click();
    await expect(page.getByRole('heading', { name: texts.en.progress.title })).toBeVisible();
    const task = await seeds.db.videoTask.findFirstOrThrow({ where: { userId } });
    expect(task).toMatchObject({ seed: seedOf(photo), takenOn: new Date('2019-08-21') });
  },
);

test('a connection lost while several photos are sent: the rest is sent afterwards, and none twice', {
  tag: '@phone',
}, async ({ page, wire, seeds, expectNoise }) => {
  expectNoise(/net::ERR_(CONNECTION_RESET|EMPTY_RESPONSE|CONNECTION_CLOSED) \/api\/video\/generate$/);
  const emailKey = await enter(page);
  const { id: userId } = await seeds.db.user.findUniqueOrThrow({ where: { emailKey } });
  await seeds.buy({ userId, taskIds: [] });
  await page.goto('/en/create');
  const names = ['a', 'b', 'c', 'd', 'e', 'f'].map((letter) => `${letter}.jpg`);
  const buffer = await picture(1200, 1500).jpeg({ quality: 95 }).toBuffer();
  const files = names.map((name) => ({ name, mimeType: 'image/jpeg', buffer }));
  await page.locator('input[type=file]:not([capture])').first().setInputFiles(files);
  wire.cutsUploads = 'after one';
  // By this call the page finds out whether the connection is back.
  const connected = Promise.withResolvers<void>();
  await intercept(page, /\/api\/trpc\/[^?]*video\.tasks/, (route) =>
    connected.promise.then(() => route.fallback()),
  );
  await page.getByRole('button', { name: fill(queue.generate_other, 6) }).click();
  await expect(page.getByText(queue.lost)).toBeVisible();
  await expect(page.getByText(queue.states.sent, { exact: true })).toHaveCount(1);
  wire.cutsUploads = false;
  connected.resolve();
  await expect(page.getByText(fill(queue.done_other, 6))).toBeVisible();
  await expectCredits(page, 'en', 0);
  const tasks = await seeds.db.videoTask.findMany({ where: { userId } });
  expect(tasks.map(({ originalFilename }) => originalFilename).toSorted()).toEqual(names);
});
