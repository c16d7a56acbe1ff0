import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { psnr } from '#scripts/bench/lib/similarity.ts';
import { languages } from '#shared/languages.ts';
import { portrait } from '../support/photos.ts';
import {
  dropPhoto,
  keepFrames,
  lumaOf,
  openVideo,
  playUntilMoved,
  preview,
  shownFrame,
} from './support/preview.ts';
import { storedChoices, storedEntries } from './support/stored-entries.ts';
import {
  enterToCreate,
  expect,
  expectSound,
  intercept,
  oneScreen,
  password,
  test,
  texts,
  made,
} from './support/test.ts';

const { tryIt, upload, errors } = texts.en;
const desktop = { tag: '@desktop' };
const phone = { tag: '@phone' };

/** Chooses a photo, replacing the previous one if any. */
async function choose(page: Page, buffer: Buffer, name = 'nonna.jpg'): Promise<void> {
  const choosing = page.waitForEvent('filechooser');
  await page
    .getByText(new RegExp(`${upload.drop}|${upload.tap}|${tryIt.another}`))
    .and(page.locator(':visible'))
    .click();
  await (await choosing).setFiles({ name, mimeType: 'image/jpeg', buffer });
}

for (const language of languages) {
  const t = texts[language];

  test(
    `${language}: a dropped photo plays, pauses and resumes, and never leaves the device`,
    oneScreen(language),
    async ({ page }) => {
      await keepFrames(page);
      await page.goto(`/${language}`);
      const sent: string[] = [];
      page.on('request', (request) => {
        if (request.method() !== 'GET' || request.postData() !== null) sent.push(request.url());
      });
      await dropPhoto(page, await portrait(), 'Nonna così 👵.jpg');
      const photo = page.getByRole('img', { name: 'Nonna così 👵.jpg' });
      await photo.scrollIntoViewIfNeeded();
      await expect(page.getByRole('status').getByText(t.tryIt.moving)).toBeVisible();
      const first = await shownFrame(page);
      await expect.poll(() => shownFrame(page)).not.toBe(first);
      await expect(preview(page)).toHaveAttribute('data-depth', 'own');

      await page.getByRole('button', { name: t.preview.pause }).click();
      await expect(page.getByRole('status').getByText(t.tryIt.still)).toBeVisible();
      const stopped = await shownFrame(page);
      await expectSound(page);
      expect(await shownFrame(page)).toBe(stopped);
      await page.getByRole('button', { name: t.preview.play }).click();
      await expect.poll(() => shownFrame(page)).not.toBe(stopped);
      expect(sent).toEqual([]);
    },
  );
}

/** Photos that are easily shown wrongly: one rotated by its metadata, and one too long, with transparency. */
const awkward = {
  // Chromium turns a JPEG, and leaves a WebP to the page.
  'a photo that its metadata turn': async (webgl: boolean) => {
    const turned = sharp(await portrait({ width: 900, height: 1200 }))
      .rotate(-90)
      .withMetadata({ orientation: 6 });
    return (webgl ? turned.jpeg({ quality: 95 }) : turned.webp({ quality: 95 })).toBuffer();
  },
  'a long photo without background': async () =>
    sharp(await portrait({ width: 1500, height: 500 }))
      .ensureAlpha(0.8)
      .png()
      .toBuffer(),
};

for (const [name, draw] of Object.entries(awkward)) {
  for (const webgl of [true, false]) {
    test(
      `${name} is drawn as in its video, with ${webgl ? 'WebGL' : 'canvas 2D'}`,
      webgl ? phone : desktop,
      async ({ page }, info) => {
        const photo = await draw(webgl);
        await keepFrames(page, webgl);
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await page.goto('/en');
        await choose(page, photo);
        await preview(page).scrollIntoViewIfNeeded();
        await expect(preview(page)).toHaveAttribute('data-depth', 'own');
        if (webgl) await expect(preview(page)).toHaveAttribute('data-sight', 'people');
        const phase = await playUntilMoved(page);
        const video = await openVideo(photo, info.outputPath('photo.jpg'), webgl);
        // Without a GPU, the preview has a lower resolution.
        const compare = async (least: number) => {
          const frame = await lumaOf(await shownFrame(page));
          const likeness = async (at: number) => psnr(frame.data, await video(at, frame));
          const same = await likeness(phase);
          expect(same).toBeGreaterThan(least);
          for (const other of [0, phase - 0.08, phase + 0.08])
            expect(await likeness(other)).toBeLessThan(same - 4);
        };
        await compare(webgl ? 37 : 35);
        if (webgl) {
          await loseContext(page);
          await compare(34);
        }
      },
    );
  }
}

test('people move in the preview as in their video', phone, async ({ page }, info) => {
  test.slow();
  const file = path.join(import.meta.dirname, '../../studio/pictures/masters/grandmother.jpg');
  const photo = await readFile(file);
  await keepFrames(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/en');
  await choose(page, photo);
  await preview(page).scrollIntoViewIfNeeded();
  await expect(preview(page)).toHaveAttribute('data-sight', 'people');
  const phase = await playUntilMoved(page);
  const frame = await lumaOf(await shownFrame(page));
  const likeness = async (look: boolean, at: number) =>
    psnr(frame.data, await (await openVideo(photo, info.outputPath('photo.jpg'), look))(at, frame));
  const same = await likeness(true, phase);
  expect(same).toBeGreaterThan(33);
  // Neither another moment, nor the motion without detected people.
  for (const other of [0, phase - 0.08, phase + 0.08])
    expect(await likeness(true, other)).toBeLessThan(same - 3);
  expect(await likeness(false, phase)).toBeLessThan(same - 3);
});

for (const savesData of [true, false]) {
  test.describe(() => {
    test.use({ savesData });

    test(
      `${savesData ? 'no models' : 'models'} are loaded when the visitor ${savesData ? 'saves' : 'does not save'} data`,
      phone,
      async ({ page }) => {
        await page.addInitScript(() => {
          const workers: string[] = [];
          window.Worker = class extends Worker {
            constructor(url: string | URL, options?: WorkerOptions) {
              super(url, options);
              workers.push(String(url));
            }
          };
          Object.assign(window, { workers });
        });
        const models: string[] = [];
        page.on('request', (request) => {
          if (/detection-worker|blazeface|facemesh|selfie|nanodet|cat-faces|\.wasm/.test(request.url()))
            models.push(request.url());
        });
        await page.goto('/en');
        await choose(page, await portrait());
        await expect(preview(page)).toHaveAttribute('data-depth', 'own');
        // In the same turn the page starts the worker that loads them, if it does.
        const workers = await page.evaluate(() => (window as unknown as { workers: string[] }).workers);
        expect(workers.filter((url) => url.includes('detection-worker'))).toHaveLength(savesData ? 0 : 1);
        if (savesData) expect(models).toEqual([]);
        else await expect.poll(() => models).not.toHaveLength(0);
      },
    );
  });
}

/** Makes the preview lose its WebGL context; it then continues without. */
async function loseContext(page: Page): Promise<void> {
  const canvas = preview(page).locator('canvas');
  await canvas.evaluate((element: HTMLCanvasElement) => {
    element.dataset.lost = 'true';
    element.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext();
  });
  await expect(canvas).not.toHaveAttribute('data-lost');
}

test('with reduced motion, the photo stays still until it is started', desktop, async ({ page }) => {
  await keepFrames(page);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/en');
  await choose(page, await portrait());
  await preview(page).scrollIntoViewIfNeeded();
  await expect(page.getByRole('status').getByText(tryIt.still)).toBeVisible();
  await expect(preview(page)).toHaveAttribute('data-depth', 'own');
  await expect(preview(page)).toHaveAttribute('data-phase', '0.00000');
  const still = await shownFrame(page);
  await page.getByRole('button', { name: texts.en.preview.play }).click();
  await expect(page.getByRole('status').getByText(tryIt.moving)).toBeVisible();
  await expect.poll(() => shownFrame(page)).not.toBe(still);
});

test('nothing is drawn while the photo is off the screen', desktop, async ({ page }) => {
  // As on a busy page, where several changes are reported at once: the last one counts.
  await page.addInitScript(() => {
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((entries, observer) => {
          const outdated = entries.map(
            (entry) =>
              Object.create(entry, {
                isIntersecting: { value: !entry.isIntersecting },
                target: { value: entry.target },
              }) as IntersectionObserverEntry,
          );
          callback([...outdated, ...entries], observer);
        }, options);
      }
    };
  });
  await page.goto('/en');
  await choose(page, await portrait());
  await preview(page).scrollIntoViewIfNeeded();
  await expect(preview(page)).not.toHaveAttribute('data-phase');
  await page.evaluate(() => window.scrollTo(0, 0));
  await expect(preview(page)).toHaveAttribute('data-phase');
  // The visitor has not paused it.
  await expect(page.getByRole('button', { name: texts.en.preview.pause })).toBeAttached();
});

test('an invalid photo is refused with a message, and the previous photo stays', phone, async ({ page }) => {
  await page.goto('/en');
  const small = await portrait({ width: 299, height: 400 });
  const refusals: [photo: Buffer, title: string, text: string][] = [
    [
      Buffer.from('GIF89a not really'),
      upload.invalidType,
      `${errors.invalid_file_type}JPG, PNG, WEBP and HEIC`,
    ],
    [
      Buffer.concat([small, Buffer.alloc(24 * 1024 * 1024 - small.length)]),
      upload.tooLarge,
      `${errors.file_too_large}This file has 24 MB.`,
    ],
    [small, upload.tooSmall, errors.image_too_small],
    [await hugePng(), upload.tooManyPixels, errors.image_too_many_pixels],
    [(await portrait()).subarray(0, 700), upload.broken, errors.image_broken],
  ];
  for (const [photo, title, text] of refusals) {
    await choose(page, photo);
    await expect(page.getByRole('alert')).toContainText(`${title}${text}`);
    await expect(page.getByRole('alert')).toBeInViewport({ ratio: 1 });
    const bubble = await page.getByRole('link', { name: texts.en.chat.newTab }).boundingBox();
    await expect
      .poll(() => page.getByRole('alert').evaluate((alert) => alert.getBoundingClientRect().bottom))
      .toBeLessThanOrEqual(bubble?.y ?? 0);
    // The invitation is at the bottom of the screen, and below it nothing can be seen.
    await page.getByText(upload.rules).evaluate((rules) => rules.scrollIntoView(false));
  }
  await expectSound(page);
  await choose(page, await portrait(), 'good.jpg');
  await expect(page.getByRole('img', { name: 'good.jpg' })).toBeVisible();
  await expect(page.getByRole('alert')).toBeEmpty();
  await choose(page, small, 'small.jpg');
  await expect(page.getByRole('alert')).toContainText(errors.image_too_small);
  await expect(page.getByRole('img', { name: 'good.jpg' })).toBeVisible();
});

/** A PNG of a few bytes that claims to have more pixels than allowed. */
async function hugePng(): Promise<Buffer> {
  const png = await sharp({ create: { width: 300, height: 300, channels: 3, background: '#987' } })
    .png()
    .toBuffer();
  png.writeUInt32BE(20_000, 16);
  png.writeUInt32BE(20_000, 20);
  return png;
}

async function keep(page: Page, name: string): Promise<void> {
  await page.goto('/en');
  await choose(page, await portrait({ width: 800, height: 1000 }), name);
  await page.getByRole('button', { name: tryIt.keep }).click();
}

test(
  'a kept photo is shown at sign-up, waits with its choices, becomes a video at the press of a button, and is then removed; under prefers-reduced-motion the video starts paused',
  desktop,
  async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await keep(page, 'grandpa.jpg');
    await page.getByLabel(texts.en.auth.email, { exact: true }).fill(`${crypto.randomUUID()}@example.com`);
    await page.getByLabel(texts.en.auth.password, { exact: true }).fill(password);
    expect(await storedEntries(page)).toBe(2);
    await expect(page.getByText(texts.en.auth.waiting)).toBeVisible();
    await expect(page.getByRole('img', { name: 'grandpa.jpg' })).toBeVisible();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/video/generate')) sent.push(request.url());
    });
    await page.getByRole('button', { name: texts.en.auth.signUp.submit }).click();
    await expect(page.getByRole('heading', { name: upload.chosenTitle })).toBeVisible();
    await expect(page.getByRole('img', { name: 'grandpa.jpg' })).toBeVisible();
    await expect(page.getByText(upload.consent)).toBeVisible();
    await page.getByLabel(upload.restore.label).check();
    await expect(page.getByText(upload.restore.on)).toBeVisible();
    // It waits through a reload, too, once it is stored.
    await expect.poll(async () => (await storedChoices(page))?.restore).toBe(true);
    await page.reload();
    await expect(page.getByLabel(upload.restore.label)).toBeChecked();
    expect(sent).toEqual([]);
    // Until its progress was seen, the page does not hear that the video is ready.
    const watched = Promise.withResolvers<void>();
    await page.route('**/api/trpc/changes.watch*', () => {});
    await intercept(page, /\/api\/trpc\/[^?]*video\.(status|tasks)/, (route) =>
      watched.promise.then(() => route.fallback()),
    );
    await page.getByRole('button', { name: upload.generate }).click();
    const progress = page.getByRole('region', { name: texts.en.progress.title });
    await expect(progress.getByRole('img', { name: 'grandpa.jpg' })).toBeVisible();
    watched.resolve();
    await expect(page.getByRole('heading', { name: texts.en.result.title })).toBeVisible(made);
    expect(await storedEntries(page)).toBe(0);
    const video = page.getByLabel(texts.en.result.video);
    expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
    await expect(video).toHaveJSProperty('controls', true);
    await page.getByRole('button', { name: texts.en.result.another }).click();
    await expect(page.getByRole('button', { name: upload.drop })).toBeVisible();
  },
);

test('a kept photo is deleted after an hour', desktop, async ({ page }) => {
  await keep(page, 'forgotten.jpg');
  await expect(page.getByRole('heading', { name: texts.en.auth.signUp.title })).toBeVisible();
  expect(await storedEntries(page)).toBe(2);
  await page.evaluate(() => {
    const key = 'memori.photoKeptAt';
    localStorage.setItem(key, String(Number(localStorage.getItem(key)) - 60 * 60 * 1000));
  });
  await page.reload();
  await expect.poll(() => storedEntries(page)).toBe(0);
});

/** Stores a photo as another tab would. */
async function putOneAside(page: Page): Promise<void> {
  const other = await page.context().newPage();
  await other.goto('/en');
  await other.evaluate(async () => {
    const opening = indexedDB.open('memori');
    await new Promise((resolve) => {
      opening.onupgradeneeded = () => opening.result.createObjectStore('kept');
      opening.onsuccess = resolve;
    });
    const change = opening.result.transaction('kept', 'readwrite');
    change.objectStore('kept').put({ id: 'one', owner: 'somebody' }, 'row one');
    change.objectStore('kept').put(new File(['a photo'], 'kept.jpg'), 'file one');
    await new Promise((resolve) => (change.oncomplete = resolve));
    opening.result.close();
    localStorage.setItem('memori.photoKeptAt', String(Date.now()));
  });
}

for (const [place, address] of [
  ['create page', '/en/create'],
  ['landing page', '/en'],
] as const) {
  test(`logging out on the ${place} deletes a kept photo`, phone, async ({ page }) => {
    await enterToCreate(page, 'en');
    if (!page.url().endsWith(address)) await page.goto(address);
    const account = page.getByRole('button', { name: /^Account of/ });
    await expect(account).toBeVisible();
    await putOneAside(page);
    await account.click();
    await page.getByRole('button', { name: texts.en.header.logOut }).click();
    await expect(page.getByRole('heading', { name: texts.en.landing.headline })).toBeVisible();
    await expect(account).toHaveCount(0);
    expect(await storedEntries(page)).toBe(0);
  });
}
