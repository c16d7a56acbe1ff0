import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { appPages, href } from '../../shared/pages.ts';
import { portrait } from '../support/photos.ts';
import {
  choosePhoto,
  enter,
  expect,
  expectSound,
  intercept,
  interceptOnce,
  still,
  test,
  texts,
} from './support/test.ts';

test.use(still);

const desktop = { tag: '@desktop' };
const { albumForm, common, create, errors, gallery, landing, tryIt, upload } = texts.en;

/** Makes every request for a chunk of the client's code fail, until the returned function is called. */
const blockPart = (page: Page, part: string) =>
  intercept(page, new RegExp(`/assets/${part}-[\\w-]+\\.js`), (route) => route.abort());

test.beforeEach(({ expectNoise }) => {
  // The browser's message about a failed request, and React's about the missing chunk.
  expectNoise(/^Failed to load resource: net::ERR_FAILED \/assets\/[\w-]+\.js$/);
  expectNoise(/^TypeError: Failed to fetch dynamically imported module: /);
});

test('a page whose code fails to load once is shown all the same', desktop, async ({ page }) => {
  await enter(page);
  await interceptOnce(page, '**/assets/create-*.js', (route) => route.abort());
  await page.goto('/en/create');
  await expect(page.getByRole('heading', { name: create.heading })).toBeVisible();
});

test('a page whose code fails to load offers a reload', desktop, async ({ page }) => {
  await enter(page);
  const release = await blockPart(page, 'create');
  await page.goto('/en/create');
  await expect(page.getByRole('heading', { name: common.brokenTitle })).toBeVisible();
  await expectSound(page);
  release();
  await page.getByRole('button', { name: common.reload }).click();
  await expect(page.getByRole('heading', { name: create.heading })).toBeVisible();
});

test(
  'if the album dialog fails to load, the page keeps working, and a reload keeps the chosen photo',
  desktop,
  async ({ page, seeds }) => {
    const release = await blockPart(page, 'album-dialog');
    await seeds.signIn(page, ['light', 'dark']);
    await page.goto('/en/create');
    await choosePhoto(page, await portrait(), 'nonna.jpg');
    await expect(page.getByRole('heading', { name: upload.chosenTitle })).toBeVisible();
    await page.getByRole('button', { name: gallery.selectAll }).click();
    await page.getByRole('button', { name: gallery.createAlbum, exact: true }).click();
    const broken = page.getByRole('dialog', { name: common.brokenTitle });
    await expect(broken).toBeVisible();
    await expectSound(page);
    release();
    await broken.getByRole('button', { name: common.reload }).click();
    await expect(page.getByRole('heading', { name: upload.chosenTitle })).toBeVisible();
    await expect(page.getByText('nonna.jpg', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: gallery.selectAll }).click();
    await page.getByRole('button', { name: gallery.createAlbum, exact: true }).click();
    await expect(page.getByRole('dialog', { name: albumForm.title })).toBeVisible();
  },
);

test('a page whose scripts do not arrive says what to do', desktop, async ({ page }) => {
  const release = await blockPart(page, 'app');
  await page.goto('/en/create');
  const heading = page.getByRole('heading', { name: 'This page has not loaded yet' });
  await expect(heading).toBeHidden();
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.finish();
  });
  await expect(heading).toBeVisible();
  await expectSound(page);
  release();
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: texts.en.auth.signUp.title })).toBeVisible();
  await expect(heading).toHaveCount(0);
});

test('without scripts, a page says at once that it needs them', desktop, async ({ browser, memori }) => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${memori.url}/it/create`);
  await expect(
    page.getByText('Memori ha bisogno di JavaScript, che in questo browser è disattivato.'),
  ).toBeVisible();
  await context.close();
});

test('a language whose texts fail to load offers a reload', desktop, async ({ page }) => {
  await page.goto('/en/create');
  await expect(page.getByRole('heading', { name: texts.en.auth.signUp.title })).toBeVisible();
  const release = await blockPart(page, 'app');
  await page.getByRole('link', { name: /^IT/ }).click();
  await expect(page.getByRole('heading', { name: common.brokenTitle })).toBeVisible();
  release();
  await page.getByRole('button', { name: common.reload }).click();
  await expect(page.getByRole('heading', { name: texts.it.auth.signUp.title })).toBeVisible();
  await expect(page).toHaveURL(/\/it\/create$/);
});

test("while another language's texts load, the page works in its own", desktop, async ({ page }) => {
  await enter(page);
  await page.goto('/en/create');
  const more = page.getByRole('link', { name: texts.en.credits.more });
  await more.waitFor();
  const arrival = Promise.withResolvers<void>();
  await intercept(page, /\/assets\/app-[\w-]+\.js$/, async (route) => {
    await arrival.promise;
    await route.continue();
  });
  const request = page.waitForRequest(/\/assets\/app-[\w-]+\.js$/);
  await page.getByRole('link', { name: /^IT/ }).click();
  await request;
  await more.click();
  await expect(page).toHaveURL(/\/en\/packages$/);
  await expect(page.getByRole('heading', { name: texts.en.packages.heading })).toBeVisible();
  arrival.resolve();
  await page.getByRole('link', { name: /^IT/ }).click();
  await expect(page.getByRole('heading', { name: texts.it.packages.heading })).toBeVisible();
  await expect(page).toHaveURL(/\/it\/packages$/);
});

test(
  'the album dialog is loaded once a video is selected or an album exists',
  desktop,
  async ({ page, seeds }) => {
    const dialogs: string[] = [];
    page.on('request', (request) => {
      if (/\/assets\/album-dialog-[\w-]+\.js$/.test(request.url())) dialogs.push(request.url());
    });
    const user = await seeds.signIn(page, ['light', 'dark']);
    await page.goto('/en/create');
    await expect(page.locator('[data-card]')).toHaveCount(2);
    expect(dialogs).toHaveLength(0);
    await page.getByRole('button', { name: gallery.selectAll }).click();
    await expect.poll(() => dialogs).toHaveLength(1);

    await seeds.album(user, 'Estate');
    await page.reload();
    await expect.poll(() => dialogs).toHaveLength(2);
  },
);

test(
  'the landing page hydrates at the next interaction if the first attempt failed',
  desktop,
  async ({ page }) => {
    const release = await blockPart(page, 'hydrate');
    const lost: string[] = [];
    page.on('requestfailed', (request) => lost.push(request.url()));
    await page.goto('/en');
    await page.mouse.move(10, 10);
    await expect.poll(() => lost.length).toBe(2);
    release();
    const watch = page.getByRole('button', { name: landing.watchDemo });
    await watch.click();
    await expect(page.getByRole('heading', { name: landing.demo.heading })).toBeFocused();
  },
);

test('a trial photo whose preview fails to load is shown again after a reload', desktop, async ({ page }) => {
  const release = await blockPart(page, 'trial-photo');
  await page.goto('/en');
  await choosePhoto(page, await portrait(), 'nonna.jpg');
  await page.mouse.move(10, 10);
  const alert = page.getByRole('alert').filter({ hasText: errors.service_unavailable });
  await expect(alert).toBeVisible();
  await expectSound(page);
  release();
  await alert.getByRole('button', { name: common.reload }).click();
  await expect(page.getByRole('img', { name: 'nonna.jpg' })).toBeVisible();
  await expect(page.getByText(tryIt.still)).toBeVisible();
});

/** Parts other than pages that tests of this file drop, by the names of their files. */
const dropped = ['album-dialog', 'app', 'hydrate', 'trial-photo', 'viewer'];

/** Not dropped: where a failure of these is handled. */
const handled: Record<string, string> = {
  common: 'like `app`: the texts of the page',
  landing: 'like `hydrate`: the texts that it needs',
  heic: '`readPhoto` answers that the photo can’t be read here',
  'not-found': 'the boundary of the pages; its address answers 404',
  'read-photo': 'like `trial-photo`: `useTryIt`',
  'judge-photo': 'the box says that the photo was not sent; sending again loads it again',
  'shrink-photo': 'like `judge-photo`',
  'password-dialog': 'a boundary in `PasswordQuestion`',
  'pixel-consent': 'a boundary in the landing page; loaded only with a pixel',
};

test('each part that the build loads later has its place here', desktop, () => {
  const file = path.resolve(import.meta.dirname, '../../dist/client/.vite/manifest.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, { isDynamicEntry?: boolean }>;
  const parts = Object.keys(manifest).filter((source) => manifest[source]?.isDynamicEntry);
  const names = new Set(parts.map((source) => path.parse(source).name));
  expect([...names].toSorted()).toEqual([...appPages, ...dropped, ...Object.keys(handled)].toSorted());
});

for (const name of appPages) {
  test(
    `if the page "${name}" fails to load, its skip link leads to what to do`,
    desktop,
    async ({ page }) => {
      await enter(page);
      await blockPart(page, name);
      await page.goto(href('en', name));
      await expect(page.getByRole('heading', { name: common.brokenTitle })).toBeVisible();
      await page.getByRole('link', { name: common.skip }).press('Enter');
      await expect(page.getByRole('main')).toBeFocused();
    },
  );
}

test('if the viewer fails to load, its dialog can be closed', desktop, async ({ page, seeds }) => {
  await blockPart(page, 'viewer');
  await seeds.signIn(page, ['light', 'dark']);
  await page.goto('/en/create');
  const broken = page.getByRole('dialog', { name: common.brokenTitle });
  for (let time = 0; time < 2; time += 1) {
    await page
      .locator('[data-card]')
      .first()
      .getByRole('button', { name: /^View / })
      .click();
    await expect(broken).toBeVisible();
    await broken.getByRole('button', { name: common.close }).click();
    await expect(broken).toBeHidden();
  }
  await page.getByRole('button', { name: gallery.selectAll }).click();
  await expect(page.getByRole('button', { name: gallery.createAlbum, exact: true })).toBeVisible();
});
