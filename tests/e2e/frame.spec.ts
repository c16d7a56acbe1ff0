import type { Browser, Page } from '@playwright/test';
import { waitForFilms, trackFilms, measurePage } from '#scripts/bench/lib/frame-device.ts';
import { sharp } from '#server/platform/image.ts';
import { languages } from '#shared/languages.ts';
import { href } from '#shared/pages.ts';
import { readCode } from '../support/pdf.ts';
import { expect, expectSound, expectSoundEverywhere, oneScreen, still, test, texts } from './support/test.ts';

/** A separate device without an account, on which films play at 16 times their speed. */
async function newDevice(browser: Browser, baseURL: string | undefined, reducedMotion: 'reduce' | null) {
  const context = await browser.newContext({ ...(baseURL && { baseURL }), reducedMotion });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on(
    'console',
    (message) => message.type() === 'error' && complaints.push(`${message.text()} ${message.location().url}`),
  );
  await trackFilms(page);
  return { page, complaints, close: () => context.close() };
}

/** The same as `measurePage`, after as many collections as still find something. */
async function measureAtRest(page: Page): ReturnType<typeof measurePage> {
  for (let last = await measurePage(page); ; ) {
    const next = await measurePage(page);
    if (next.heap > last.heap - 10_000) return next;
    last = next;
  }
}

test.describe(() => {
  test.use(still);

  for (const language of languages) {
    const { frames, frame, create, notFound } = texts[language];

    test(
      `${language}: a frame is created, shows the videos without an account, and is stopped`,
      oneScreen(language),
      async ({ page, seeds, browser, baseURL }) => {
        await seeds.signIn(page, ['light', 'dark']);
        await page.goto(href(language, 'create'));
        await page.getByRole('link', { name: create.frames }).click();
        await expect(page.getByText(frames.lead)).toBeVisible();
        await expect(page.getByText(frames.none)).toBeVisible();
        await expectSound(page);
        await page.getByRole('button', { name: frames.new }).click();
        await page.getByLabel(frames.name, { exact: true }).fill('Nonna');
        await page.getByLabel(frames.these).check();
        await page.getByRole('button', { name: frames.create }).click();
        await expect(page.getByText(frames.noFilms)).toBeVisible();
        for (const video of await page.getByRole('listitem').getByRole('checkbox').all()) await video.check();
        await expectSoundEverywhere(page);
        await page.getByRole('button', { name: frames.create }).click();
        const link = await page.getByLabel(frames.link, { exact: true }).inputValue();
        expect(link).toMatch(new RegExp(`/${language}/frame/[\\w-]{43}$`));
        await expectSound(page);
        const code = await page.getByRole('img', { name: frames.code }).screenshot();
        const { data, info } = await sharp(code).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
        expect(readCode({ data: new Uint8ClampedArray(data), ...info })).toBe(link);
        await page.keyboard.press('Escape');
        await expect(page.getByText(frames.neverSeen)).toBeVisible();

        const device = await newDevice(browser, baseURL, 'reduce');
        const tablet = device.page;
        await tablet.goto(link);
        await waitForFilms(tablet, 3);
        await tablet.keyboard.press('Tab');
        await tablet.keyboard.press(' ');
        await expect(tablet.getByRole('button', { name: frame.play })).toBeVisible();
        await expectSound(tablet);

        await page.reload();
        await expect(page.getByText(frames.neverSeen)).toBeHidden();
        await page.getByRole('button', { name: frames.stopNamed.replace('{{name}}', 'Nonna') }).click();
        await page.getByRole('button', { name: frames.stop, exact: true }).click();
        await expect(page.getByText(frames.none)).toBeVisible();
        // A device refreshes every minute, and when it comes back online.
        await tablet.evaluate(() => window.dispatchEvent(new Event('online')));
        await expect(tablet.getByText(frame.states.stopped)).toBeVisible();
        expect(await tablet.evaluate(() => window.urls)).toBe(0);
        expect(device.complaints).toEqual([expect.stringContaining('404')]);
        expect((await tablet.goto(link))?.status()).toBe(404);
        await expect(tablet.getByRole('heading', { name: notFound.title })).toBeVisible();
        await device.close();
      },
    );
  }

  test('a frame keeps playing offline and dimmed at night, without leaking memory', {
    tag: '@desktop',
  }, async ({ page, seeds, browser, baseURL }) => {
    await seeds.signIn(page, ['light', 'dark']);
    const minute = new Date().getHours() * 60 + new Date().getMinutes();
    const dim = { from: (minute + 1380) % 1440, until: (minute + 120) % 1440 };
    const answer = await page.request.post('/api/trpc/frame.create', {
      data: { name: null, films: null, dim },
    });
    const { secret } = ((await answer.json()) as { result: { data: { secret: string } } }).result.data;
    const device = await newDevice(browser, baseURL, 'reduce');
    await device.page.goto(href('en', 'frame', { id: secret }));
    await expect(device.page.locator('[data-frame]')).toHaveAttribute('data-dimmed');
    await waitForFilms(device.page, 10);
    const before = await measureAtRest(device.page);
    // Everything shown from here on is cached; there is no server to ask.
    await device.page.context().setOffline(true);
    await waitForFilms(device.page, 40);
    expect(await device.page.locator('video').count()).toBe(2);
    expect(await device.page.evaluate(() => window.urls)).toBeLessThanOrEqual(2);
    // One leaked listener per film would be thirty. What one collection leaves, a later one may take; a leak only grows.
    await expect(async () => {
      const after = await measurePage(device.page);
      expect(after.listeners).toBeLessThan(before.listeners + 20);
      expect(after.nodes).toBeLessThan(before.nodes + 20);
      expect(after.heap - before.heap).toBeLessThan(300_000);
    }).toPass({ timeout: 180_000 });
    const unheard = /ERR_INTERNET_DISCONNECTED \S+\/api\/frame\/[\w-]+$/;
    expect(device.complaints.filter((complaint) => !unheard.test(complaint))).toEqual([]);
    await device.close();
  });
});

test('films cross-fade unless reduced motion is requested', { tag: '@desktop' }, async ({
  page,
  seeds,
  browser,
  baseURL,
}) => {
  await seeds.signIn(page, ['light', 'dark']);
  const answer = await page.request.post('/api/trpc/frame.create', {
    data: { name: null, films: null, dim: null },
  });
  const { secret } = ((await answer.json()) as { result: { data: { secret: string } } }).result.data;
  const device = await newDevice(browser, baseURL, null);
  await device.page.goto(href('en', 'frame', { id: secret }));
  // Both are visible at once, and both partially transparent.
  await device.page.waitForFunction(() => {
    const opacities = [...document.querySelectorAll('video')].map((video) =>
      Number(getComputedStyle(video).opacity),
    );
    return opacities.length === 2 && opacities.every((opacity) => opacity > 0 && opacity < 1);
  });
  await waitForFilms(device.page, 3);
  await device.close();
});
