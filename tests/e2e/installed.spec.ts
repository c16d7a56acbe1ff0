import type { Page } from '@playwright/test';
import { onDevice } from '#client/lib/device.ts';
import { heicOf } from '../support/heic.ts';
import { portrait } from '../support/photos.ts';
import type { Seeds } from './support/seeded.ts';
import { fill } from './support/shop.ts';
import { storedEntries } from './support/stored-entries.ts';
import { expect, still, test, texts } from './support/test.ts';

test.use({ ...still, serviceWorkers: 'allow' });

const worker = { tag: '@desktop' };
const { offline, upload, packages, queue } = texts.en;

test(
  'offline, the offline page is shown, and nothing else is cached',
  worker,
  async ({ page, context, seeds, expectNoise }) => {
    expectNoise(/net::ERR_INTERNET_DISCONNECTED/);
    // If the card's video was still loading when the connection was lost.
    expectNoise(/^A video could not be played \/api\/public\/video\/[a-z2-7]{32} /);
    await seeds.signIn(page, ['light']);
    await page.goto('/en/create');
    await expect(page.getByText(upload.staysHere)).toBeVisible();
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.reload();
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe('activated');
    await expect(page.locator('[data-card]')).toHaveCount(1);

    await context.setOffline(true);
    await page.goto('/it/packages');
    await expect(page.getByRole('heading', { name: texts.it.offline.heading })).toBeVisible();
    await page.goto('/en/packages');
    await expect(page.getByRole('heading', { name: offline.heading })).toBeVisible();
    expect((await cachedPaths(page)).toSorted()).toEqual(['/offline-en.html', '/offline-it.html']);

    await context.setOffline(false);
    await page.getByRole('link', { name: offline.again }).click();
    await expect(page.getByRole('heading', { name: packages.heading })).toBeVisible();
  },
);

/** Posts a photo to the share target by a form on the page that is open. */
const postPhoto = (page: Page, action: string, name: string) =>
  postPhotos(page, action, { [name]: undefined });

/** Submits photos by their names, with the contents of a portrait unless they have their own. */
async function postPhotos(
  page: Page,
  action: string,
  contents: Record<string, Buffer | undefined>,
): Promise<void> {
  const photos = await Promise.all(
    Object.entries(contents).map(
      async ([name, content]) => [name, (content ?? (await portrait())).toString('base64')] as const,
    ),
  );
  await page.evaluate(
    ([files, target]) => {
      const transfer = new DataTransfer();
      for (const [filename, content] of files) {
        const bytes = Uint8Array.from(atob(content), (character) => character.codePointAt(0) ?? 0);
        transfer.items.add(new File([bytes], filename, { type: 'image/jpeg' }));
      }
      const input = Object.assign(document.createElement('input'), {
        type: 'file',
        name: 'photo',
        multiple: true,
      });
      input.files = transfer.files;
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action: target });
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    [photos, action] as const,
  );
}

const cachedPaths = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys();
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

/** Opens the create page as a new user, with the service worker in control. */
async function openInstalled(page: Page, seeds: Seeds): Promise<void> {
  await seeds.signIn(page, []);
  await page.goto('/en/create');
  await page.evaluate(() => navigator.serviceWorker.ready);
}

test('photos shared from another app are selected, also a HEIC one', worker, async ({ page, seeds }) => {
  await openInstalled(page, seeds);
  const manifest = await page.locator('link[rel=manifest]').getAttribute('href');
  const { share_target: target } = (await (await page.request.get(manifest ?? '')).json()) as {
    share_target: { action: string; method: string; params: { files: { name: string; accept: string[] }[] } };
  };
  expect(target).toMatchObject({ action: '/share-photo', method: 'POST' });
  expect(target.params.files).toEqual([
    {
      name: 'photo',
      accept: [
        ...['image/jpeg', 'image/png', 'image/webp', 'image/heic', 'image/heif'],
        ...['.heic', '.heif'],
      ],
    },
  ]);
  // As sent by the phone's own share sheet.
  await postPhoto(page, target.action, 'nonna è qui.jpg');
  await expect(page.getByRole('heading', { name: upload.chosenTitle })).toBeVisible();
  await expect(page.getByText('nonna è qui.jpg').first()).toBeVisible();
  expect(new URL(page.url()).hash).toBe('');
  expect(await page.evaluate(() => caches.has('memori-shared-photo'))).toBe(false);
  // Others, shared together, are added to it, once it is stored.
  await expect.poll(() => storedEntries(page)).toBe(2);
  await postPhotos(page, target.action, {
    'IMG_0002.HEIC': await heicOf(await portrait()),
    'nonno.jpg': undefined,
  });
  await expect(page.getByRole('heading', { name: fill(queue.title_other, 3) })).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: /\.(jpg|HEIC)/ })).toContainText([
    'nonna è qui.jpg',
    'IMG_0002.HEIC',
    'nonno.jpg',
  ]);
  const second = page.getByRole('listitem').filter({ hasText: 'IMG_0002.HEIC' });
  await expect(second.getByText(queue.states.ready, { exact: true })).toBeVisible();
});

for (const policy of ['unsafe-url', 'no-referrer']) {
  test(`a page of another site (${policy}) can’t plant a photo`, worker, async ({ page, seeds, memori }) => {
    await openInstalled(page, seeds);
    // Its origin is another one, and it makes no request to another host.
    await page.goto(`data:text/html,<meta name="referrer" content="${policy}"><body>`);
    await postPhoto(page, `${memori.url}/share-photo`, 'planted.jpg');
    await page.waitForURL('**/en/create');
    await expect(page.getByText(upload.staysHere)).toBeVisible();
    await page.reload();
    await expect(page.getByText(upload.staysHere)).toBeVisible();
    await expect(page.getByText('planted.jpg')).toHaveCount(0);
  });
}

test(
  'a person who signs out leaves nothing in the browser',
  worker,
  async ({ page, seeds, memori, expectNoise }) => {
    // The stored payment is none.
    expectNoise(/status of 404 \(Not Found\) \/api\/trpc\/credits\.confirm$/);
    await openInstalled(page, seeds);
    await page
      .locator('input[type=file]')
      .first()
      .setInputFiles({
        name: 'chosen.jpg',
        mimeType: 'image/jpeg',
        buffer: await portrait(),
      });
    await expect(page.getByRole('heading', { name: upload.chosenTitle })).toBeVisible();
    await expect.poll(() => page.evaluate(() => localStorage.getItem('memori.photoKeptAt'))).not.toBeNull();
    await page.goto('data:text/html,<body>');
    await postPhoto(page, `${memori.url}/share-photo`, 'shared.jpg');
    await page.waitForURL('**/en/create');
    expect((await cachedPaths(page)).some((path) => path.startsWith('/share-photo/'))).toBe(true);
    // One of each name that belongs to a person, as the pages would have stored it.
    await page.evaluate(
      ([local, session]) => {
        for (const name of local) localStorage.setItem(name, localStorage.getItem(name) ?? 'x');
        for (const name of session) sessionStorage.setItem(name, 'x');
      },
      [Object.keys(onDevice.local), Object.keys(onDevice.session)] as const,
    );

    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('button', { name: texts.en.header.logOut }).click();
    await page.waitForURL('**/en');
    const left = await page.evaluate(async () => {
      const open = (name: string) =>
        new Promise<IDBDatabase>((resolve, reject) => {
          const request = indexedDB.open(name);
          request.addEventListener('success', () => resolve(request.result));
          request.addEventListener('error', () => reject(new Error(`${name} can't be opened`)));
        });
      const count = (database: IDBDatabase, store: string) =>
        new Promise<number>((resolve) => {
          const request = database.transaction(store).objectStore(store).count();
          request.addEventListener('success', () => resolve(request.result));
        });
      let records = 0;
      for (const { name } of await indexedDB.databases()) {
        const database = await open(name ?? '');
        for (const store of database.objectStoreNames) records += await count(database, store);
        database.close();
      }
      return {
        local: Object.keys(localStorage).toSorted(),
        session: Object.keys(sessionStorage),
        caches: await caches.keys(),
        records,
      };
    });
    expect(left).toEqual({
      local: ['memori.language', 'memori.pixelConsent', 'memori.pixelSent'],
      session: [],
      caches: ['memori-offline-2'],
      records: 0,
    });
  },
);
