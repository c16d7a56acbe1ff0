import { heicOf } from '../support/heic.ts';
import { portrait } from '../support/photos.ts';
import { choosePhoto, enter, expect, still, test, texts } from './support/test.ts';

test.use(still);

test('a HEIC photo becomes a video; a broken one is refused with advice', { tag: '@desktop' }, async ({
  page,
}) => {
  const { errors, progress, upload } = texts.en;
  const fetched: string[] = [];
  page.context().on('request', (request) => {
    if (request.url().includes('libheif')) fetched.push(request.url());
  });
  await enter(page);
  await page.goto('/en/create');
  await choosePhoto(page, await portrait(), 'usual.jpg');
  await expect(page.getByText('usual.jpg', { exact: true })).toBeVisible();
  expect(fetched).toEqual([]);
  await page.getByRole('button', { name: upload.remove }).click();

  const photo = await heicOf(await portrait({ width: 640, height: 800 }));
  await choosePhoto(page, photo.subarray(0, photo.length / 2), 'broken.heic');
  await expect(page.getByRole('alert')).toHaveText([`${upload.invalidType}${errors.heic_unreadable}`]);
  await expect(page.getByText('Settings, Camera, Formats, Most Compatible')).toBeVisible();

  await choosePhoto(page, photo, 'IMG_0001.HEIC');
  await expect(page.getByText('IMG_0001.jpg', { exact: true })).toBeVisible();
  const shown = await page.locator('[data-depth] canvas').first().boundingBox();
  expect((shown?.width ?? 0) / (shown?.height ?? 1)).toBeCloseTo(0.8, 1);
  await page.getByRole('button', { name: upload.generate }).click();
  await expect(
    page.getByRole('heading', { name: new RegExp(`${progress.title}|${texts.en.result.title}`) }),
  ).toBeVisible();
});
