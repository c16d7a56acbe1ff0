import { portrait } from '../support/photos.ts';
import { expect, still, test, texts } from './support/test.ts';

test.use({ ...still, serviceWorkers: 'allow' });

const worker = { tag: '@desktop' };
const { offline, upload, packages } = texts.en;

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
    const kept = await page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
    expect(kept.toSorted()).toEqual(['/offline-en.html', '/offline-it.html']);

    await context.setOffline(false);
    await page.getByRole('link', { name: offline.again }).click();
    await expect(page.getByRole('heading', { name: packages.heading })).toBeVisible();
  },
);

test('a photo shared from another app is selected', worker, async ({ page, seeds }) => {
  await seeds.signIn(page, []);
  await page.goto('/en/create');
  await page.evaluate(() => navigator.serviceWorker.ready);
  const manifest = await page.locator('link[rel=manifest]').getAttribute('href');
  const { share_target: target } = (await (await page.request.get(manifest ?? '')).json()) as {
    share_target: { action: string; method: string; params: { files: { name: string }[] } };
  };
  expect(target).toMatchObject({ action: '/share-photo', method: 'POST' });
  // As sent by the phone's own share sheet.
  const photo = (await portrait()).toString('base64');
  await page.evaluate(
    ([content, action, field]) => {
      const bytes = Uint8Array.from(atob(content), (character) => character.codePointAt(0) ?? 0);
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], 'nonna è qui.jpg', { type: 'image/jpeg' }));
      const input = Object.assign(document.createElement('input'), { type: 'file', name: field });
      input.files = transfer.files;
      const form = document.createElement('form');
      Object.assign(form, { method: 'post', enctype: 'multipart/form-data', action });
      form.append(input);
      document.body.append(form);
      form.submit();
    },
    [photo, target.action, target.params.files[0]?.name ?? ''] as const,
  );
  await expect(page.getByRole('heading', { name: upload.chosenTitle })).toBeVisible();
  await expect(page.getByText('nonna è qui.jpg').first()).toBeVisible();
  expect(await page.evaluate(() => caches.has('memori-shared-photo'))).toBe(false);
});
