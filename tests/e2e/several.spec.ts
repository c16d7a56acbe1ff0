import type { Page } from '@playwright/test';
import { portrait } from '../support/photos.ts';
import type { Seeds } from './support/seeded.ts';
import { sandboxTexts, expectCredits, fill, pay } from './support/shop.ts';
import { storedEntries } from './support/stored-entries.ts';
import {
  choosePhoto,
  enterToCreate,
  expect,
  expectSound,
  noModels,
  oneScreen,
  still,
  test,
  texts,
} from './support/test.ts';

/** Longer than any test: only the test ends it. */
const windowMinutes = 50;

// No worker processes the videos, and a third photo exceeds the rate limit.
test.use({
  ...still,
  ...noModels,
  settings: { ROLE: 'web', LIMIT_GENERATE: `2/${windowMinutes}m` },
});
// Serial, so that one worker and its Memori serve them all.
test.describe.configure({ mode: 'default' });

/** A text with a duration, whatever its value. */
const inWhile = (text: string) => new RegExp(text.replace('{{time}}', String.raw`\d+ (minutes?|minut[oi])`));

/** Ends the window of the rate limit on the server, then the wait of a page whose clock is installed. */
async function endWindow(page: Page, { db }: Seeds): Promise<void> {
  await db.rateLimit.updateMany({
    where: { key: { startsWith: 'generate:' } },
    data: { expire: Date.now() - 1 },
  });
  await page.clock.fastForward(windowMinutes * 60_000);
}

for (const language of ['en', 'it'] as const) {
  const t = texts[language];
  const generate = (count: 'one' | 'other', photos: number) => fill(t.queue[`generate_${count}`], photos);

  test(
    `${language}: several photos are chosen, paid for in one step, and sent once each`,
    oneScreen(language),
    async ({ page, seeds, expectNoise }) => {
      expectNoise(/429 \(Too Many Requests\) \/api\/video\/generate$/);
      // A payment and five audits.
      test.slow();
      await page.setViewportSize(
        language === 'en' ? { width: 1440, height: 900 } : { width: 360, height: 780 },
      );
      await enterToCreate(page, language);
      const photo = await portrait();
      const small = await portrait({ width: 200, height: 400 });
      const files = ['nonna.jpg', 'zia.jpg', 'small.jpg', 'nonna.jpg'].map((name) => ({
        name,
        mimeType: 'image/jpeg',
        buffer: name === 'small.jpg' ? small : photo,
      }));
      await page.locator('input[type=file]:not([capture])').first().setInputFiles(files);
      await expect(page.getByRole('heading', { name: fill(t.queue.title_other, 4) })).toBeFocused();
      const bad = page.getByRole('listitem').filter({ hasText: 'small.jpg' });
      await expect(bad.getByText(t.errors.image_too_small)).toBeVisible();
      await expect(page.getByText(t.queue.states.ready, { exact: true })).toHaveCount(3);
      await expect(page.getByText(t.queue.cost_other.replaceAll('{{count}}', '3'))).toBeVisible();
      const offer = page.getByRole('status').filter({ hasText: fill(t.queue.missing_other, 2) });
      await expect(offer).toContainText(t.packages.heritage.name);
      await expect(page.getByRole('button', { name: generate('one', 1) })).toBeEnabled();
      await expect(page.getByRole('alert')).toHaveCount(0);
      await expectSound(page);

      await page.getByRole('button', { name: fill(t.queue.remove, 'small.jpg') }).click();
      await expect(page.getByRole('heading', { name: fill(t.queue.title_other, 3) })).toBeFocused();
      await expect.poll(() => storedEntries(page)).toBe(6);
      const popup = page.waitForEvent('popup');
      await page.getByRole('link', { name: fill(t.queue.buy, 5) }).click();
      const payment = await popup;
      await expect(payment.getByRole('heading', { name: sandboxTexts[language].heading })).toBeVisible();
      await pay(payment, language);
      await page.close();
      await expect(payment.getByRole('heading', { name: fill(t.queue.title_other, 3) })).toBeVisible();
      await expectCredits(payment, language, 6);
      await payment.getByRole('button', { name: generate('other', 3) }).click();

      await expect(payment.getByText(inWhile(t.queue.resting))).toBeVisible();
      await expect(payment.getByText(/2 (of|di) 3/)).toBeVisible();
      await expect(payment.getByRole('progressbar', { name: t.queue.progress })).toBeVisible();
      await expectSound(payment);
      await payment.clock.install();
      await payment.reload();
      // Photos that were sent are gone, and are not sent again. The last one goes on by itself, like a single photo.
      await expect(payment.getByText(inWhile(t.upload.resting))).toBeVisible();
      await endWindow(payment, seeds);
      await expect(payment.getByRole('heading', { name: t.progress.title })).toBeVisible();
      await expectCredits(payment, language, 3);
      const answer = await payment.request.get('/api/video/tasks');
      const tasks = (await answer.json()) as { originalFilename: string }[];
      expect(tasks.map(({ originalFilename }) => originalFilename).toSorted()).toEqual([
        ...['nonna.jpg', 'nonna.jpg', 'zia.jpg'],
      ]);
      await expectSound(payment);
      await payment.reload();
      await expect(payment.getByRole('heading', { name: t.progress.title })).toBeVisible();
      await expect(payment.getByRole('button', { name: generate('one', 1) })).toHaveCount(0);
    },
  );
}

test('a single photo that is rate limited waits, and is then sent automatically', { tag: '@phone' }, async ({
  page,
  seeds,
  expectNoise,
}) => {
  expectNoise(/429 \(Too Many Requests\) \/api\/video\/generate$/);
  await seeds.buy(await seeds.signIn(page, []));
  await page.clock.install();
  await page.goto('/it/create');
  const { progress, upload } = texts.it;
  const image = { name: 'zia.jpg', mimeType: 'image/jpeg', buffer: await portrait() };
  await choosePhoto(page, image.buffer, image.name);
  for (let count = 0; count < 2; count += 1) {
    const headers = { Origin: new URL(page.url()).origin };
    const answer = await page.request.post('/api/video/generate', { headers, multipart: { image } });
    expect(answer.status()).toBe(202);
  }
  await page.getByRole('button', { name: upload.generate }).click();
  await expect(page.getByText(inWhile(upload.resting))).toBeVisible();
  await expect(page.getByRole('button', { name: upload.abort })).toBeEnabled();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expectSound(page);
  await endWindow(page, seeds);
  await expect(page.getByRole('heading', { name: progress.title })).toBeVisible();
  await expectCredits(page, 'it', 3);
});
