import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type AppPage, appPages, href } from '#shared/pages.ts';
import { heicOf } from '../support/heic.ts';
import { portrait } from '../support/photos.ts';
import type { Seeds } from './support/seeded.ts';
import { storedEntries } from './support/stored-entries.ts';
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
const {
  albumForm,
  auth,
  box,
  boxes,
  common,
  consent,
  create,
  errors,
  filmPreview,
  gallery,
  landing,
  notFound,
  tryIt,
  upload,
} = texts.en;

interface Chunk {
  file: string;
  isDynamicEntry?: boolean;
}

const manifest = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../dist/client/.vite/manifest.json'), 'utf8'),
) as Record<string, Chunk>;

/**
 * Makes every request for a chunk of the client's code fail, until the returned function is called: for all chunks of
 * this name, or only that of one source file.
 */
const blockPart = (page: Page, part: string, source?: string) =>
  intercept(
    page,
    source ? new RegExp(`/${manifest[source]?.file}`) : new RegExp(`/assets/${part}-[\\w-]+\\.js`),
    (route) => route.abort(),
  );

test.beforeEach(({ expectNoise }) => {
  // The browser's message about a failed request, and React's about the missing chunk.
  expectNoise(/^Failed to load resource: net::ERR_FAILED \/(assets\/[\w-]+|import-later)\.js$/);
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
    await expect.poll(() => storedEntries(page)).toBe(2);
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

test(
  'if the preview of a film fails to load, its album can be created all the same',
  desktop,
  async ({ page, seeds }) => {
    await blockPart(page, 'film-preview');
    await seeds.signIn(page, ['light', 'dark']);
    await page.goto('/en/create');
    await page.getByRole('button', { name: gallery.selectAll }).click();
    await page.getByRole('button', { name: gallery.createAlbum, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: albumForm.title });
    await dialog.getByLabel(albumForm.name).fill('Nonna');
    await dialog.getByRole('button', { name: filmPreview.open }).click();
    await expect(dialog.getByText(filmPreview.lost)).toBeVisible();
    await expectSound(page);
    await dialog.getByRole('button', { name: gallery.createAlbum }).click();
    await expect(page.getByRole('dialog', { name: texts.en.albums.one })).toBeVisible();
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

for (const part of ['app', 'common']) {
  test(`a language whose texts (${part}) fail to load offers a reload`, desktop, async ({ page }) => {
    await page.goto('/en/create');
    await expect(page.getByRole('heading', { name: texts.en.auth.signUp.title })).toBeVisible();
    const release = await blockPart(page, part);
    await page.getByRole('link', { name: /^IT/ }).click();
    await expect(page.getByRole('heading', { name: common.brokenTitle })).toBeVisible();
    release();
    await page.getByRole('button', { name: common.reload }).click();
    await expect(page.getByRole('heading', { name: texts.it.auth.signUp.title })).toBeVisible();
    await expect(page).toHaveURL(/\/it\/create$/);
  });
}

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

for (const [part, source] of [
  ['hydrate', 'src/documents/landing/hydrate.tsx'],
  ['common', 'src/i18n/en/common.json'],
  ['landing', 'src/i18n/en/landing.json'],
] as const) {
  test(
    `the landing page hydrates at the next interaction if ${part} was lost at the first`,
    desktop,
    async ({ page }) => {
      const release = await blockPart(page, part, source);
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
}

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

test('a trial photo is read when it is chosen again if the reader was lost', desktop, async ({ page }) => {
  const release = await blockPart(page, 'read-photo');
  await page.goto('/en');
  await choosePhoto(page, await portrait(), 'nonna.jpg');
  await page.mouse.move(10, 10);
  const alert = page.getByRole('alert').filter({ hasText: errors.service_unavailable });
  await expect(alert).toBeVisible();
  release();
  await choosePhoto(page, await portrait(), 'nonna.jpg');
  await expect(page.getByRole('img', { name: 'nonna.jpg' })).toBeVisible();
  await expect(alert).toBeHidden();
});

test('a photo waits at sign-up without its small picture if that was lost', desktop, async ({ page }) => {
  await blockPart(page, 'thumb');
  await page.goto('/en');
  await choosePhoto(page, await portrait(), 'nonna.jpg');
  await page.mouse.move(10, 10);
  const lost = page.waitForEvent('requestfailed', (request) => /thumb-.*again=/.test(request.url()));
  await page.getByRole('button', { name: tryIt.keep }).click();
  await lost;
  await expect(page.getByText(auth.waiting)).toBeVisible();
  await expect(page.getByRole('img', { name: 'nonna.jpg' })).toBeHidden();
  await page.getByLabel(auth.email, { exact: true }).fill(`${crypto.randomUUID()}@example.com`);
  await page.getByLabel(auth.password, { exact: true }).fill('a long password');
  await page.getByRole('button', { name: auth.signUp.submit }).click();
  await expect(page.getByRole('heading', { name: upload.chosenTitle })).toBeVisible();
  await expect(page.getByRole('img', { name: 'nonna.jpg' })).toBeVisible();
});

test('a HEIC photo is not called broken if its reader was lost', desktop, async ({ page, seeds }) => {
  const release = await blockPart(page, 'heic');
  await seeds.signIn(page, []);
  await page.goto('/en/create');
  const photo = await heicOf(await portrait());
  await choosePhoto(page, photo, 'IMG_0001.HEIC');
  await expect(page.getByRole('alert').filter({ hasText: errors.service_unavailable })).toBeVisible();
  release();
  await choosePhoto(page, photo, 'IMG_0001.HEIC');
  await expect(page.getByText('IMG_0001.jpg', { exact: true })).toBeVisible();
});

/** Opens a new box, and then its page, as relatives see it. */
async function openBox(page: Page, seeds: Seeds, { stories = false } = {}): Promise<void> {
  await seeds.signIn(page, []);
  await page.goto('/en/box');
  await page.getByRole('button', { name: boxes.new }).click();
  await page.getByLabel(boxes.name).fill('Nonno, 80');
  if (stories) await page.getByRole('checkbox', { name: boxes.asksForStory }).check();
  await page.getByRole('button', { name: boxes.open, exact: true }).click();
  await page.goto(await page.getByLabel(boxes.link, { exact: true }).inputValue());
}

test('where import() is missing, a box sends the photo as it is', desktop, async ({ page, seeds }) => {
  await intercept(page, '**/import-later.js', (route) => route.abort());
  await openBox(page, seeds);
  // As large as only a browser without it sends.
  const buffer = await portrait({ width: 2000, height: 2400 });
  await page.getByLabel(box.photo).setInputFiles({ name: 'mare.jpg', mimeType: 'image/jpeg', buffer });
  await page.getByLabel(box.sender).fill('Zia Pina');
  await page.getByLabel(box.consent).check();
  await page.getByRole('button', { name: box.send }).click();
  await expect(page.getByRole('listitem')).toHaveCount(1);
  const photoHash = createHash('sha256').update(buffer).digest('hex');
  expect(await seeds.db.boxPhoto.count({ where: { photoHash } })).toBe(1);
});

test(
  'a box whose recorder was lost takes a photo, and a recording as a file',
  desktop,
  async ({ page, seeds }) => {
    await blockPart(page, 'story');
    const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('again='));
    await openBox(page, seeds, { stories: true });
    await lost;
    await expect(page.getByLabel(box.story.file)).toBeVisible();
    await expect(page.getByRole('button', { name: box.story.record, exact: true })).toBeHidden();
    const photo = { name: 'mare.jpg', mimeType: 'image/jpeg', buffer: await portrait() };
    await page.getByLabel(box.photo).setInputFiles(photo);
    await page.getByLabel(box.sender).fill('Zia Pina');
    await page.getByLabel(box.consent).check();
    await page.getByRole('button', { name: box.send }).click();
    await expect(page.getByRole('listitem')).toHaveCount(1);
  },
);

for (const part of ['judge-photo', 'shrink-photo', 'heic']) {
  test(
    `a box says that a photo was not sent if ${part} was lost; sending again sends it`,
    desktop,
    async ({ page, seeds }) => {
      await openBox(page, seeds);
      const release = await blockPart(page, part);
      const buffer = await heicOf(await portrait());
      await page.getByLabel(box.photo).setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer });
      await page.getByLabel(box.sender).fill('Zia Pina');
      await page.getByLabel(box.consent).check();
      const send = page.getByRole('button', { name: box.send });
      await send.click();
      await expect(page.getByText(errors.upload_aborted)).toBeVisible();
      await expect(send).toBeFocused();
      release();
      await send.click();
      await expect(page.getByRole('listitem')).toHaveCount(1);
      await expect(page.getByText(errors.upload_aborted)).toBeHidden();
    },
  );
}

test(
  'an address without a page offers a reload if its page was lost',
  desktop,
  async ({ page, expectNoise }) => {
    expectNoise(/status of 404 \(Not Found\) \/en\/nowhere$/);
    const release = await blockPart(page, 'not-found');
    await page.goto('/en/nowhere');
    await expect(page.getByRole('heading', { name: common.brokenTitle })).toBeVisible();
    release();
    await page.getByRole('button', { name: common.reload }).click();
    await expect(page.getByRole('heading', { name: notFound.title })).toBeVisible();
  },
);

test(
  'if the password dialog fails to load, its question can be closed, or asked again after a reload',
  desktop,
  async ({ page, seeds, expectNoise }) => {
    // Until the password is given.
    expectNoise(/status of 403 \(Forbidden\) \/api\/trpc\/box\.open$/);
    const release = await blockPart(page, 'password-dialog');
    const { userId } = await seeds.signIn(page, []);
    await seeds.db.session.updateMany({ where: { userId }, data: { authenticatedAt: new Date(0) } });
    const ask = async () => {
      await page.getByRole('button', { name: boxes.new }).click();
      await page.getByLabel(boxes.name).fill('Nonno, 80');
      await page.getByRole('button', { name: boxes.open, exact: true }).click();
    };
    await page.goto('/en/box');
    await ask();
    const broken = page.getByRole('dialog', { name: common.brokenTitle });
    await expect(broken).toBeVisible();
    await broken.getByRole('button', { name: common.close }).click();
    await expect(broken).toBeHidden();
    // The call that had asked is refused, and can be repeated.
    await page.getByRole('button', { name: boxes.open, exact: true }).click();
    await expect(broken).toBeVisible();
    release();
    await broken.getByRole('button', { name: common.reload }).click();
    await ask();
    await expect(page.getByRole('dialog', { name: auth.confirm.title })).toBeVisible();
  },
);

test.describe('with a pixel', () => {
  test.use({ settings: { PIXEL_ID: '123456789012345' } });

  test(
    'nobody is asked, and nothing is sent, until the question about consent arrives',
    desktop,
    async ({ page }) => {
      const release = await blockPart(page, 'pixel-consent');
      const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('again='));
      await page.goto('/en');
      await lost;
      await page.getByRole('button', { name: landing.watchDemo }).click();
      await expect(page.getByRole('heading', { name: landing.demo.heading })).toBeFocused();
      await expect(page.getByRole('region', { name: consent.title })).toBeHidden();
      release();
      await page.reload();
      await expect(page.getByRole('region', { name: consent.title })).toBeVisible();
    },
  );
});

/** Parts other than pages that tests of this file drop, by the names of their files. */
const dropped = [
  ...['album-dialog', 'app', 'common', 'film-preview', 'heic', 'hydrate', 'judge-photo', 'landing'],
  ...[
    'not-found',
    'password-dialog',
    'pixel-consent',
    'read-photo',
    'shrink-photo',
    'story',
    'thumb',
    'trial-photo',
    'viewer',
  ],
];

/** The part of a page: its own, or for two kinds of links in mails the same one. */
const partOf = (name: AppPage) => (name === 'verify' || name === 'keep' ? 'mail-link' : name);

test('each part that the build loads later is dropped here', desktop, () => {
  const parts = Object.keys(manifest).filter((source) => manifest[source]?.isDynamicEntry);
  const names = new Set(parts.map((source) => path.parse(source).name));
  expect([...names].toSorted()).toEqual([...new Set([...appPages.map(partOf), ...dropped])].toSorted());
});

for (const name of appPages) {
  test(
    `if the page "${name}" fails to load, its skip link leads to what to do`,
    desktop,
    async ({ page }) => {
      await enter(page);
      await blockPart(page, partOf(name));
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
