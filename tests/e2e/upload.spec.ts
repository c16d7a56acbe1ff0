import { rm, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import type { VideoPreview } from '#shared/schemas/video-preview.ts';
import { framePrint } from '#scripts/bench/lib/framed-print.ts';
import { agePhoto } from '#scripts/bench/lib/aged-photo.ts';
import { drawRoom } from '../support/drawn-room.ts';
import { keepFrames, lumaOf, shownFrame } from './support/preview.ts';
import { drawPortrait } from '../support/drawn-portrait.ts';
import { portrait } from '../support/photos.ts';
import { storedChoices } from './support/stored-entries.ts';
import { choosePhoto, enter, expect, expectSound, still, test, texts, made } from './support/test.ts';

test.use(still);

const { upload, errors } = texts.en;

test('an invalid photo is refused with a message before it is uploaded', { tag: '@phone' }, async ({
  page,
}) => {
  await enter(page);
  await page.goto('/en/create');
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/video/generate')) sent.push(request.method());
  });
  const small = await portrait({ width: 299, height: 400 });
  const kinds = 'JPG, PNG, WEBP and HEIC photos work, but no animated WEBP.';
  const refusals: [photo: Buffer, title: string, text: string, help: string][] = [
    [Buffer.from('GIF89a not really'), upload.invalidType, errors.invalid_file_type, kinds],
    [Buffer.from('%PDF-1.7 a document called .jpg'), upload.invalidType, errors.invalid_file_type, kinds],
    [
      Buffer.concat([small, Buffer.alloc(24 * 1024 * 1024 - small.length)]),
      upload.tooLarge,
      'File size must be less than 20MB',
      'This file has 24 MB.',
    ],
    [small, upload.tooSmall, errors.image_too_small, 'choose the original'],
  ];
  for (const [photo, title, text, help] of refusals) {
    await choosePhoto(page, photo, 'chosen.jpg');
    // One toast at a time: once this holds, the previous one is gone.
    await expect(page.getByRole('alert')).toHaveText([`${title}${text}`]);
    await expect(page.getByRole('status').filter({ hasText: 'chosen.jpg' })).toContainText(help);
  }
  await expectSound(page);
  await choosePhoto(page, await portrait(), 'good.jpg');
  await expect(page.getByText('good.jpg', { exact: true })).toBeVisible();
  await expect(page.getByText('chosen.jpg')).toHaveCount(0);
  expect(sent).toEqual([]);
});

for (const names of [['nonna.jpg'], ['nonna.jpg', 'zia.jpg']]) {
  test(
    `${names.length} chosen and then deleted or changed on the disk can still be sent`,
    { tag: '@desktop' },
    async ({ page, seeds }, testInfo) => {
      await seeds.buy(await seeds.signIn(page, []));
      await page.goto('/en/create');
      // Large enough to be read again before it is sent.
      const paths = await Promise.all(
        names.map(async (name) => {
          const path = testInfo.outputPath(name);
          await writeFile(path, await portrait({ width: 1200, height: 1500 }));
          return path;
        }),
      );
      await page.locator('input[type=file]:not([capture])').first().setInputFiles(paths);
      for (const name of names) await expect(page.getByText(name, { exact: true })).toBeVisible();
      const generate = page.getByRole('button', { name: /^Generate/ });
      await expect(generate).toBeEnabled();
      const [first, ...others] = paths;
      if (first) await rm(first);
      for (const path of others) await writeFile(path, 'something else');
      await generate.click();
      await expect
        .poll(async () => {
          const answer = await page.request.get('/api/video/tasks');
          return ((await answer.json()) as { originalFilename: string }[])
            .map(({ originalFilename }) => originalFilename)
            .toSorted();
        })
        .toEqual(names);
    },
  );
}

test(
  'a file that is gone before it is read is refused with that reason',
  { tag: '@desktop' },
  async ({ page }, testInfo) => {
    await enter(page);
    await page.goto('/en/create');
    await expect(page.getByRole('button', { name: upload.generate })).toBeVisible();
    const path = testInfo.outputPath('gone.jpg');
    await writeFile(path, await portrait());
    await page.evaluate(() => {
      document.body.insertAdjacentHTML('beforeend', '<input type="file" id="earlier">');
    });
    await page.locator('#earlier').setInputFiles(path);
    // The browser looks at it, as it does for whoever chooses it in the app.
    const sizeOf = () => document.querySelector<HTMLInputElement>('#earlier')?.files?.[0]?.size;
    expect(await page.evaluate(sizeOf)).toBeGreaterThan(0);
    await rm(path);
    await page.evaluate(() => {
      const transfer = new DataTransfer();
      const file = document.querySelector<HTMLInputElement>('#earlier')?.files?.[0];
      if (file) transfer.items.add(file);
      const input = document.querySelector<HTMLInputElement>('input[type=file]:not([capture])');
      if (!input) return;
      input.files = transfer.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
    });
    await expect(page.getByRole('alert')).toHaveText([
      'File can’t be read' +
        'This file can’t be read any more: it was moved, changed or deleted, or is not on this device. Please choose it again.',
    ]);
    await expect(page.getByRole('status').filter({ hasText: 'gone.jpg' })).toContainText(
      'If it lies in a cloud or on another device, save it on this one first.',
    );
  },
);

test('a very long photo is shown as it will be cropped, and can be removed', { tag: '@phone' }, async ({
  page,
}) => {
  await enter(page);
  await page.goto('/en/create');
  await choosePhoto(page, await portrait({ width: 400, height: 1600 }), 'tower.jpg');
  await expect(page.getByText(upload.cropped)).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: upload.remove }).click();
  await expect(page.getByText('tower.jpg')).toHaveCount(0);
  await choosePhoto(page, await portrait(), 'usual.jpg');
  await expect(page.getByText(upload.cropped)).toBeHidden();
});

interface SentPhoto {
  width: number;
  height: number;
  bytes: number;
}

/** Notes the photo that pages opened from now on send. Returns a function that waits for it. */
async function noteSentPhoto(page: Page): Promise<() => Promise<SentPhoto>> {
  await page.addInitScript(() => {
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (body) {
      const image = body instanceof FormData ? body.get('image') : null;
      if (image instanceof File)
        void createImageBitmap(image).then(({ width, height }) =>
          Object.assign(window, { sent: { width, height, bytes: image.size } }),
        );
      send.call(this, body);
    };
  });
  return async () => {
    const sent = await page.waitForFunction(() => (window as { sent?: SentPhoto }).sent);
    return (await sent.jsonValue())!;
  };
}

test('a very large photo is downscaled before the upload, never below the size that is used; its video is shown again after a reload', {
  tag: '@desktop',
}, async ({ page }) => {
  const sentPhoto = await noteSentPhoto(page);
  await enter(page);
  await page.goto('/en/create');
  await choosePhoto(page, await portrait({ width: 3000, height: 4000 }), 'large.jpg');
  await page.getByRole('button', { name: upload.generate }).click();
  const { width, height } = await sentPhoto();
  expect(width).toBeGreaterThanOrEqual(768);
  expect(width).toBeLessThan(3000);
  expect(width / height).toBeCloseTo(0.75, 2);

  // A fast machine may have made it by now.
  const accepted = new RegExp(`${texts.en.progress.title}|${texts.en.result.title}`);
  await expect(page.getByRole('heading', { name: accepted })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your videos (1)' })).toBeVisible(made);
});

/** What protections from fingerprinting do, each in its own way of reading a canvas. */
const lies = {
  'the pixels of a canvas': () => {
    const read = CanvasRenderingContext2D.prototype.getImageData;
    CanvasRenderingContext2D.prototype.getImageData = function (...place) {
      const image = read.apply(this, place);
      for (let at = 0; at < image.data.length; at += 68) image.data[at] = 255 - (image.data[at] ?? 0);
      return image;
    };
  },
  'the file of a canvas': () => {
    const encode = HTMLCanvasElement.prototype.toBlob;
    HTMLCanvasElement.prototype.toBlob = function (...how) {
      const context = this.getContext('2d');
      if (context) context.fillStyle = '#f0f';
      for (let x = 0; x < this.width; x += 4) context?.fillRect(x, 0, 2, this.height);
      encode.apply(this, how);
    };
  },
};

for (const [what, lie] of Object.entries(lies))
  test(`where the browser alters ${what}, the original is sent`, { tag: '@desktop' }, async ({ page }) => {
    await page.addInitScript(lie);
    const sentPhoto = await noteSentPhoto(page);
    const photo = await portrait({ width: 3000, height: 4000 });
    await enter(page);
    await page.goto('/en/create');
    await choosePhoto(page, photo, 'large.jpg');
    await page.getByRole('button', { name: upload.generate }).click();
    expect((await sentPhoto()).bytes).toBe(photo.length);
  });

test('a photo can be dropped anywhere on the page', { tag: '@desktop' }, async ({ page }) => {
  await enter(page);
  await page.goto('/en/create');
  const transfer = await page.evaluateHandle(
    (content) => {
      const bytes = Uint8Array.from(atob(content), (character) => character.codePointAt(0) ?? 0);
      const held = new DataTransfer();
      held.items.add(new File([bytes], 'nonna.jpg', { type: 'image/jpeg' }));
      return held;
    },
    (await portrait()).toString('base64'),
  );
  await page.locator('header').first().dispatchEvent('dragenter', { dataTransfer: transfer });
  const everywhere = page.locator('input[type=file]').last().locator('..');
  await expect(everywhere.getByText(upload.letGo)).toBeVisible();
  await everywhere.dispatchEvent('drop', { dataTransfer: transfer });
  await expect(page.getByText('nonna.jpg').first()).toBeVisible();
});

test('a refusal by the server is shown, costs nothing, and can be retried', { tag: '@desktop' }, async ({
  page,
  expectNoise,
}) => {
  expectNoise(/422 \(Unprocessable (Entity|Content)\) \/api\/video\/generate$/);
  await enter(page);
  await page.goto('/en/create');
  await page.route('**/api/video/generate', (route) =>
    route.fulfill({ status: 422, json: { error: 'This image is damaged', code: 'image_broken' } }),
  );
  await choosePhoto(page);
  await page.getByRole('button', { name: upload.generate }).click();
  await expect(page.getByText(errors.image_broken).first()).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: texts.en.common.tryAgain }).click();
  await expect(page.getByRole('heading', { name: upload.chosenTitle })).toBeVisible();
  await expect(page.getByText('1 credit', { exact: true })).toBeVisible();
});

test('the border of a photographed print is cropped, and one tap keeps it', { tag: '@phone' }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData) Object.assign(window, { sentBorder: body.get('border') });
      send.call(this, body);
    };
  });
  await enter(page);
  await page.goto('/en/create');
  const { picture } = framePrint(drawPortrait(400, 500), 'caption', 2, 0.04);
  const raw = { width: picture.width, height: picture.height, channels: 3 } as const;
  const border = picture.width / picture.height;
  await choosePhoto(page, await sharp(picture.data, { raw }).jpeg().toBuffer(), 'album.jpg');
  const shownAspect = async () => {
    const box = await page.locator('[data-depth] canvas').boundingBox();
    return (box?.width ?? 0) / (box?.height ?? 1);
  };
  await expect(page.getByRole('checkbox', { name: 'Restore this photo' })).not.toBeChecked();
  await expect(page.getByText('This is a print: its border is left out of the video')).toBeVisible();
  expect(await shownAspect()).toBeCloseTo(0.8, 1.5);
  await expectSound(page);
  await page.getByRole('button', { name: 'Keep the border' }).click();
  await expect(page.getByText('The border stays in the video, and stands still.')).toBeVisible();
  expect(await shownAspect()).toBeCloseTo(border, 1.5);
  await expect(page.getByRole('button', { name: 'Leave the border out' })).toBeFocused();
  await page.getByRole('button', { name: upload.generate }).click();
  await expect(page.getByRole('heading', { name: texts.en.result.title })).toBeVisible(made);
  expect(await page.evaluate(() => (window as { sentBorder?: string }).sentBorder)).toBe('keep');

  await page.getByRole('button', { name: texts.en.result.another }).click();
  await choosePhoto(page, await portrait(), 'usual.jpg');
  await expect(page.getByRole('heading', { name: upload.chosenTitle })).toBeVisible();
  await expect(page.getByText('This is a print')).toHaveCount(0);
});

test('a damaged photo is shown restored, and in its original state on request', { tag: '@phone' }, async ({
  page,
}) => {
  test.slow();
  await page.addInitScript(() => {
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData) Object.assign(window, { sentRestore: body.get('restore') });
      send.call(this, body);
    };
  });
  await keepFrames(page);
  await enter(page);
  await page.goto('/en/create');
  const { data, width, height } = agePhoto(drawRoom(480, 600), 2);
  await choosePhoto(
    page,
    await sharp(data, { raw: { width, height, channels: 3 } })
      .jpeg()
      .toBuffer(),
    'old.jpg',
  );
  const restored = page.getByRole('checkbox', { name: 'Restore this photo' });
  const darkestLuma = async () => {
    const luma = await lumaOf(await shownFrame(page));
    return Math.min(...luma.data.filter((_, i) => i % 7 === 0));
  };
  await expect(
    page.getByText('This photo has been through a lot, so it is restored in the video.'),
  ).toBeVisible();
  await expect(restored).toBeChecked();
  const darkest = await darkestLuma();
  const before = page.getByRole('button', { name: 'Show it as it was' });
  await before.click();
  await expect(before).toHaveAttribute('aria-pressed', 'true');
  expect(await darkestLuma()).toBeGreaterThan(darkest + 15);
  await expectSound(page);
  await restored.uncheck();
  await expect(before).toBeHidden();
  await restored.check();
  await page.getByRole('button', { name: upload.generate }).click();
  await expect(page.getByRole('heading', { name: texts.en.result.title })).toBeVisible(made);
  expect(await page.evaluate(() => (window as { sentRestore?: string }).sentRestore)).toBe('true');
});

test('a photo that lies on its side is shown upright, says so, and can be turned by hand', {
  tag: '@phone',
}, async ({ page }) => {
  await page.addInitScript(() => {
    const send = XMLHttpRequest.prototype.send;
    XMLHttpRequest.prototype.send = function (body) {
      if (body instanceof FormData) Object.assign(window, { sentTurn: body.get('turn') });
      send.call(this, body);
    };
  });
  await enter(page);
  await page.goto('/en/create');
  const lying = await sharp('studio/pictures/masters/grandmother.jpg').rotate(90).jpeg().toBuffer();
  await choosePhoto(page, lying, 'lying.jpg');
  const preview = page.getByRole('figure').locator('canvas').first();
  const shape = () => preview.evaluate(({ clientWidth, clientHeight }) => clientWidth / clientHeight);
  await expect(page.getByText(upload.turn.found)).toBeVisible();
  await expect.poll(shape).toBeCloseTo(0.8, 1);
  await expectSound(page);

  const turn = page.getByRole('button', { name: upload.turn.button });
  await turn.click();
  await expect.poll(shape).toBeCloseTo(1.25, 1);
  await expect(page.getByText(upload.turn.found)).toHaveCount(0);
  // Three quarters further it stands again; the choice is kept over a reload.
  for (let clicks = 0; clicks < 3; clicks += 1) await turn.click();
  await expect.poll(shape).toBeCloseTo(0.8, 1);
  const stored = async () => (await storedChoices(page))?.turn;
  await expect.poll(stored).toBe(270);
  await turn.click();
  await expect.poll(shape).toBeCloseTo(1.25, 1);
  await expect.poll(stored).toBe(0);
  await page.reload();
  await expect.poll(shape).toBeCloseTo(1.25, 1);
  await page.getByRole('button', { name: upload.generate }).click();
  expect(
    await (await page.waitForFunction(() => (window as { sentTurn?: string }).sentTurn)).jsonValue(),
  ).toBe('0');
});

test('the people found are marked as the API tells, and whoever is tapped rests in preview and video', {
  tag: '@phone',
}, async ({ page, seeds }) => {
  test.slow();
  await enter(page);
  await page.goto('/en/create');
  const photo = await sharp('studio/pictures/masters/grandmother.jpg').jpeg({ quality: 92 }).toBuffer();
  const told = await page.request.post('/api/video/preview', {
    multipart: { image: { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: photo } },
  });
  const { faces } = (await told.json()) as VideoPreview;
  await choosePhoto(page, photo, 'grandmother.jpg');
  await expect(page.getByText('We found two people. Choose a face that should stay still.')).toBeVisible();
  const marks = page.getByRole('group', { name: upload.found.marks }).getByRole('button');
  await expect(marks).toHaveCount(faces.length);
  const picture = (await page.getByRole('figure').locator('canvas').first().boundingBox())!;
  const byPlace = faces.toSorted((a, b) => a.x + a.width / 2 - b.x - b.width / 2);
  for (const [i, { x, y, width, height }] of byPlace.entries()) {
    const mark = (await marks.nth(i).boundingBox())!;
    expect(Math.min(mark.width, mark.height)).toBeGreaterThanOrEqual(44);
    const [across, down] = [mark.x + mark.width / 2 - picture.x, mark.y + mark.height / 2 - picture.y];
    expect(Math.abs(across / picture.width - x - width / 2)).toBeLessThan(0.02);
    expect(Math.abs(down / picture.height - y - height / 2)).toBeLessThan(0.02);
    await expect(marks.nth(i)).toHaveAttribute('aria-pressed', 'false');
  }
  await expectSound(page);

  const first = page.getByRole('button', { name: 'Person 1: stays still' });
  await first.tap();
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByText('We found two people. One face stays still.')).toBeVisible();
  await expectSound(page);
  await first.press('Space');
  await expect(first).toHaveAttribute('aria-pressed', 'false');
  await first.press('Enter');
  // The choice is kept over a reload, once it is stored.
  await expect.poll(async () => (await storedChoices(page))?.rest.points.length).toBe(1);
  await page.reload();
  await expect(first).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: upload.generate }).click();
  await expect(page.getByRole('heading', { name: texts.en.result.title })).toBeVisible(made);
  const { rest } = await seeds.db.videoTask.findFirstOrThrow({
    where: { originalFilename: 'grandmother.jpg' },
    orderBy: { createdAt: 'desc' },
  });
  const [{ x, y, width, height }] = byPlace as [VideoPreview['faces'][number]];
  expect(rest).toEqual([expect.closeTo(x + width / 2, 1), expect.closeTo(y + height / 2, 1)]);
});
