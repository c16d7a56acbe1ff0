import type { Locator, Page } from '@playwright/test';
import { createId } from '#server/platform/ids.ts';
import { portrait } from '../support/photos.ts';
import { choosePackage, expectCredits, fill, pay } from './support/shop.ts';
import { storedEntries } from './support/stored-entries.ts';
import {
  choosePhoto,
  enter,
  enterToCreate,
  expect,
  expectSound,
  noModels,
  oneScreen,
  password,
  still,
  test as base,
  texts,
} from './support/test.ts';
import { wired as test } from './support/wired.ts';

// No worker processes the videos: all of them stay queued. No rate limit gets in the way: Chromium, too, resends what was
// cut off.
const settings = { ROLE: 'web', LIMIT_GENERATE: '500/1m' };
test.use({ ...still, ...noModels, settings });
base.use({ ...still, ...noModels, settings });
// Serial, so that one worker and its Memori serve them all.
test.describe.configure({ mode: 'default' });

const isChosen = async (page: Page, language: 'en' | 'it', name: string) => {
  const { upload } = texts[language];
  await expect(page.getByRole('heading', { name: upload.chosenTitle })).toBeVisible();
  await expect(page.getByText(name, { exact: true })).toBeVisible();
  await expect(page.getByRole('button', { name: upload.generate })).toBeEnabled();
};

/** Presses the generate button, and waits until the upload was lost so often that it is not sent again by itself. */
async function loseUploads(page: Page, language: 'en' | 'it'): Promise<void> {
  let lost = 0;
  page.on('requestfailed', (request) => {
    if (request.url().endsWith('/api/video/generate')) lost += 1;
  });
  await page.getByRole('button', { name: texts[language].upload.generate }).click();
  await expect.poll(() => lost).toBe(3);
}

/** Expects that an element is on the screen, and nothing on top of it. */
const expectUncovered = (locator: Locator) =>
  expect
    .poll(() =>
      locator.evaluate((element) => {
        const { left, top, bottom, width } = element.getBoundingClientRect();
        return [top + 1, bottom - 1].every((y) =>
          element.contains(document.elementFromPoint(left + width / 2, y)),
        );
      }),
    )
    .toBe(true);

for (const language of ['en', 'it'] as const) {
  const { auth, failure, offlineLine, progress, upload } = texts[language];

  test(
    `${language}: an interrupted upload keeps its photo, and resumes on request`,
    oneScreen(language),
    async ({ page, wire, expectNoise }) => {
      expectNoise(/net::ERR_(CONNECTION_RESET|EMPTY_RESPONSE) \/api\/video\/generate$/);
      await enterToCreate(page, language);
      await choosePhoto(page, await portrait({ width: 1200, height: 1500 }), 'zia.jpg');
      wire.cutsUploads = true;
      await page.evaluate(() => window.scrollTo(0, 0));
      await loseUploads(page, language);
      await expect(page.getByText(upload.lost)).toBeVisible();
      await expectUncovered(page.getByText(upload.lost));
      // Its track: nothing has arrived, so the bar itself is empty.
      await expectUncovered(page.getByRole('progressbar', { name: upload.uploadProgress }).locator('..'));
      await expect(page.getByText('zia.jpg', { exact: true })).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
      expect(await (await page.request.get('/api/credits/balance')).json()).toEqual({ credits: 1 });
      wire.cutsUploads = false;
      await page.getByRole('button', { name: upload.sendNow }).click();
      await expect(page.getByRole('heading', { name: progress.title })).toBeVisible();
      await expectCredits(page, language, 0);
    },
  );

  test.describe('with a preview that is loading', () => {
    test.use({ savesData: false });

    test(
      `${language}: being offline is reported once, and a pending upload resumes by itself`,
      oneScreen(language),
      async ({ page, context, expectNoise }) => {
        expectNoise(/net::ERR_INTERNET_DISCONNECTED/);
        // The message of the preview's models if they were still loading.
        expectNoise(/^Initialization of backend wasm failed /);
        expectNoise(/^TypeError: Failed to fetch\n[^]* \/assets\/detection-worker-[\w-]+\.js$/);
        await enterToCreate(page, language);
        await choosePhoto(page, undefined, 'zia.jpg');
        await isChosen(page, language, 'zia.jpg');
        await context.setOffline(true);
        const line = page.getByRole('status').filter({ hasText: offlineLine });
        await expect(line).toBeVisible();
        await page.getByRole('button', { name: upload.generate }).click();
        await expect(page.getByRole('button', { name: upload.sendNow })).toBeVisible();
        await expect(page.getByText(upload.lost)).toHaveCount(0);
        await expect(page.getByRole('alert')).toHaveCount(0);
        await expectSound(page);
        await context.setOffline(false);
        await expect(line).toHaveCount(0);
        await expect(page.getByRole('heading', { name: progress.title })).toBeVisible();
      },
    );
  });

  test(
    `${language}: an expired session loses neither the photo nor its settings`,
    oneScreen(language),
    async ({ page, context, expectNoise }) => {
      expectNoise(/401 \(Unauthorized\)/);
      const address = await enterToCreate(page, language);
      await choosePhoto(page, undefined, 'zia.jpg');
      await isChosen(page, language, 'zia.jpg');
      await page.getByRole('checkbox', { name: upload.restore.label }).check();
      await page.evaluate(() => Object.assign(window, { sameDocument: true }));
      await context.clearCookies();
      await page.getByRole('button', { name: upload.generate }).click();
      await expect(page.getByText(auth.ended)).toBeVisible();
      await expect(page.getByRole('heading', { name: auth.signIn.title })).toBeFocused();
      await expect(page.getByText('zia.jpg', { exact: true })).toBeHidden();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expectSound(page);
      await expect(page.getByLabel(auth.email, { exact: true })).toHaveValue(address);
      await page.getByLabel(auth.password, { exact: true }).fill(password);
      await page.getByRole('button', { name: auth.signIn.submit, exact: true }).click();
      await isChosen(page, language, 'zia.jpg');
      await expect(page.getByRole('checkbox', { name: upload.restore.label })).toBeChecked();
      expect(await page.evaluate(() => 'sameDocument' in window)).toBe(true);
      await page.getByRole('button', { name: upload.generate }).click();
      await expect(page.getByRole('heading', { name: progress.title })).toBeVisible();
    },
  );

  test(
    `${language}: a task can be cancelled until it begins, and its credit is refunded`,
    oneScreen(language),
    async ({ page, wire }) => {
      await enterToCreate(page, language);
      await choosePhoto(page, undefined, 'zia.jpg');
      await isChosen(page, language, 'zia.jpg');
      const letGo = wire.holdAnswers();
      await page.getByRole('button', { name: upload.generate }).click();
      // The upload is complete: the page can no longer promise that no credit is spent.
      await page.getByRole('button', { name: progress.cancel }).click();
      await expect(page.getByText(progress.canceling)).toBeVisible();
      letGo();
      await expect(page.getByText(progress.canceled)).toBeVisible();
      await expect(page.getByText(failure.refunded)).toBeVisible();
      await isChosen(page, language, 'zia.jpg');
      await expectCredits(page, language, 1);

      await page.getByRole('button', { name: upload.generate }).click();
      await expect(page.getByText(progress.queued).first()).toBeVisible();
      await expectCredits(page, language, 0);
      await expectSound(page);
      await page.getByRole('button', { name: progress.cancel }).click();
      await isChosen(page, language, 'zia.jpg');
      await expectCredits(page, language, 1);
      // It stays stored across another page and a reload.
      await expect.poll(() => storedEntries(page)).toBe(2);
      await page.reload();
      await isChosen(page, language, 'zia.jpg');
    },
  );

  base(
    `${language}: a payment in another tab finds the photo there, in either tab`,
    oneScreen(language),
    async ({ page, seeds, expectNoise }) => {
      expectNoise(/402 \(Payment Required\) \/api\/video\/generate$/);
      const t = texts[language];
      await seeds.spendCredit(await seeds.signIn(page, []));
      await page.goto(`/${language}/create`);
      await choosePhoto(page, undefined, 'zia.jpg');
      await isChosen(page, language, 'zia.jpg');
      await page.getByRole('button', { name: upload.generate }).click();
      await expect(page.getByRole('dialog', { name: t.outOfCredits.title })).toBeVisible();
      const payment = await choosePackage(page, language, 'heritage');
      await pay(payment, language);
      await expect(payment.getByText(fill(t.payment.doneText_other, 5))).toBeVisible();
      await isChosen(payment, language, 'zia.jpg');

      await expect(page.getByText(t.payment.elsewhere)).toBeVisible();
      await isChosen(page, language, 'zia.jpg');
      await expectSound(page);

      await payment.getByRole('button', { name: upload.generate }).click();
      await expect(payment.getByRole('heading', { name: progress.title })).toBeVisible();
      await expect(page.getByText('zia.jpg', { exact: true })).toHaveCount(0);
      await expect(page.getByText(upload.sentElsewhereText)).toBeVisible();
      await page.getByRole('link', { name: t.credits.more }).click();
      await expect(page.getByRole('heading', { name: t.packages.heading })).toBeVisible();
      await page.goBack();
      await expect(page.getByRole('button', { name: upload.generate })).toBeHidden();
    },
  );
}

test('a photo whose response is lost becomes one video, told apart from those of other devices', {
  tag: '@phone',
}, async ({ page, wire, seeds, expectNoise }) => {
  expectNoise(/net::ERR_(CONNECTION_RESET|EMPTY_RESPONSE) \/api\/video\/generate$/);
  const { progress, upload } = texts.en;
  const emailKey = await enterToCreate(page, 'en');
  const { id: userId } = await seeds.db.user.findUniqueOrThrow({ where: { emailKey } });
  await choosePhoto(page, undefined, 'zia.jpg');
  await isChosen(page, 'en', 'zia.jpg');
  wire.losesAnswers = true;
  await loseUploads(page, 'en');
  await expect(page.getByText(upload.lost)).toBeVisible();
  const own = await seeds.db.videoTask.findFirstOrThrow({ where: { userId, originalFilename: 'zia.jpg' } });
  const another = createId();
  const row = { userId, provider: 'local', prompt: '', originalFilename: 'altra.jpg', photoKey: 'none' };
  await seeds.db.videoTask.create({ data: { id: another, ...row } });
  wire.losesAnswers = false;
  await page.getByRole('button', { name: upload.sendNow }).click();
  await expect(page.getByRole('heading', { name: progress.title })).toBeVisible();
  expect(await seeds.db.videoTask.count({ where: { userId } })).toBe(2);
  // What the page follows is what can be cancelled there.
  await page.getByRole('button', { name: progress.cancel }).click();
  await expect(page.getByText(progress.canceled)).toBeVisible();
  const codeOf = async (id: string) =>
    (await seeds.db.videoTask.findUniqueOrThrow({ where: { id } })).errorCode;
  expect([await codeOf(own.id), await codeOf(another)]).toEqual(['task_canceled', null]);
});

for (const next of ['another tab', 'the next page'] as const) {
  test(`a tab that crashes while it sends loses no photo and makes no second video: ${next} goes on`, {
    tag: '@desktop',
  }, async ({ page, context, wire, seeds, expectNoise }) => {
    expectNoise(/Page crashed/);
    const emailKey = await enterToCreate(page, 'en');
    const { id: userId } = await seeds.db.user.findUniqueOrThrow({ where: { emailKey } });
    await seeds.buy({ userId, taskIds: [] });
    const other = await context.newPage();
    await other.goto(next === 'another tab' ? '/en/create' : '/en/packages');
    const names = ['zia.jpg', 'nonna.jpg', 'nonna.jpg'];
    const files = await Promise.all(
      names.map(async (name) => ({ name, mimeType: 'image/jpeg', buffer: await portrait() })),
    );
    await page.locator('input[type=file]:not([capture])').first().setInputFiles(files);
    const { queue } = texts.en;
    await expect(page.getByText(queue.states.ready, { exact: true })).toHaveCount(3);
    const letGo = wire.holdAnswers();
    await page.getByRole('button', { name: fill(queue.generate_other, 3) }).click();
    const sent = () => seeds.db.videoTask.count({ where: { userId } });
    await expect.poll(sent).toBe(2);

    const crashed = page.waitForEvent('crash');
    const devtools = await context.newCDPSession(page);
    devtools.send('Page.crash').catch(() => undefined);
    await crashed;
    letGo();
    if (next === 'the next page') await other.goto('/en/create');
    await expect.poll(sent).toBe(3);
    await expect.poll(() => storedEntries(other)).toBe(0);
    const tasks = await seeds.db.videoTask.findMany({ where: { userId } });
    expect(tasks.map(({ originalFilename }) => originalFilename).toSorted()).toEqual(names.toSorted());
    await expectCredits(other, 'en', 3);
  });
}

test('a tab that opens while a photo is being stored in another one does not lose it', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await enterToCreate(page, 'en');
  const other = await context.newPage();
  await other.addInitScript(() => {
    const { transaction } = IDBDatabase.prototype;
    IDBDatabase.prototype.transaction = function (...args) {
      if (args[1] === 'readwrite') document.documentElement.dataset['asked'] = 'yes';
      return transaction.apply(this, args);
    };
  });
  // Whatever is asked of the storage waits until it is let go. A photo that has been sent was stored before.
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        localStorage.setItem('memori.photoKeptAt', String(Date.now()));
        const opening = indexedDB.open('memori');
        opening.onupgradeneeded = () => opening.result.createObjectStore('kept');
        opening.onsuccess = () => {
          const store = opening.result.transaction('kept', 'readwrite').objectStore('kept');
          const hold = () => {
            resolve();
            if (!('letGo' in window)) store.get('nothing').onsuccess = hold;
          };
          hold();
        };
      }),
  );
  await other.goto('/en/create');
  await expect(other.locator('html')).toHaveAttribute('data-asked', 'yes');
  await choosePhoto(page, undefined, 'zia.jpg');
  await isChosen(page, 'en', 'zia.jpg');
  await page.evaluate(() => Object.assign(window, { letGo: true }));
  await expect.poll(() => storedEntries(page)).toBe(2);
  await page.close();
  await other.reload();
  await isChosen(other, 'en', 'zia.jpg');
});

test('the photo survives navigation and a change of language, but is not shown to another user', {
  tag: '@desktop',
}, async ({ page, context }) => {
  await enterToCreate(page, 'en');
  await choosePhoto(page, undefined, 'zia.jpg');
  await isChosen(page, 'en', 'zia.jpg');
  await page.getByRole('link', { name: texts.en.credits.more }).click();
  await expect(page.getByRole('heading', { name: texts.en.packages.heading })).toBeVisible();
  await page.goBack();
  await isChosen(page, 'en', 'zia.jpg');
  await page.getByRole('link', { name: /^(IT|Italiano)/ }).click();
  await isChosen(page, 'it', 'zia.jpg');
  // The same device, but another user.
  await context.clearCookies();
  await enterToCreate(page, 'en');
  await expect(page.getByRole('button', { name: texts.en.upload.drop })).toBeVisible();
  await expect(page.getByText('zia.jpg')).toHaveCount(0);
});

base(
  'an album that was being put together waits behind the sign-in',
  { tag: '@phone' },
  async ({ page, context, seeds, expectNoise }) => {
    expectNoise(/401 \(Unauthorized\)/);
    const { albumForm, auth, gallery } = texts.en;
    const seeded = await seeds.signIn(page, ['light', 'dark']);
    const email = await enter(page);
    const { id: userId } = await seeds.db.user.findUniqueOrThrow({ where: { emailKey: email } });
    await seeds.db.videoTask.updateMany({ where: { userId: seeded.userId }, data: { userId } });
    await page.goto('/en/create');
    await page.getByRole('button', { name: gallery.selectAll }).click();
    await page.getByRole('button', { name: gallery.createAlbum, exact: true }).click();
    const dialog = page.getByRole('dialog', { name: albumForm.title });
    await dialog.getByLabel(albumForm.name).fill('Nonna Rosa');
    await context.clearCookies();
    await dialog.getByRole('button', { name: gallery.createAlbum, exact: true }).click();
    await expect(page.getByText(auth.ended)).toBeVisible();
    await expect(dialog).toBeHidden();
    await expectSound(page);
    await page.getByLabel(auth.password, { exact: true }).fill(password);
    await page.getByRole('button', { name: auth.signIn.submit, exact: true }).click();
    await expect(dialog.getByLabel(albumForm.name)).toHaveValue('Nonna Rosa');
  },
);
