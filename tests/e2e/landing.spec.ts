import type { Locator, Page } from '@playwright/test';
import { type Language, languages } from '#shared/languages.ts';
import { withLandingTexts } from '#server/transport/http/pages/landing-texts.ts';
import { packages } from '#shared/packages.ts';
import { enter, expect, expectSound, oneScreen, test, texts } from './support/test.ts';

const desktop = { tag: '@desktop' };

const letter = (quote: string) => ({ quote, name: 'Anna', place: 'Bari' });
const phone = { tag: '@phone' };

/** Each language at every width, each width in both colour schemes. */
const looks = {
  en: [
    { width: 360, colorScheme: 'light' },
    { width: 768, colorScheme: 'dark' },
    { width: 1440, colorScheme: 'light' },
  ],
  it: [
    { width: 360, colorScheme: 'dark' },
    { width: 768, colorScheme: 'light' },
    { width: 1440, colorScheme: 'dark' },
  ],
} as const;

/** Scrolls to every picture, so that all lazy content is loaded, once the sections far below are laid out. */
async function lookThrough(page: Page): Promise<void> {
  for (const each of await page.locator('main > section').all())
    await expect(each).toHaveCSS('content-visibility', 'visible');
  for (const picture of await page.locator('main img').all()) {
    await picture.scrollIntoViewIfNeeded();
    await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  }
}

const videosRequested = (page: Page) => {
  const seen = new Set<string>();
  page.on('request', (request) => {
    const name = /\/assets\/([a-z-]+)-[\w-]{8}\.mp4$/.exec(request.url())?.[1];
    if (name) seen.add(name);
  });
  return seen;
};

const isPlaying = (video: Locator) => video.evaluate((element) => !(element as HTMLVideoElement).paused);

const section = (page: Page, heading: string) =>
  page.locator('section', { has: page.getByRole('heading', { name: heading, exact: true }) });

for (const language of languages) {
  const t = texts[language].landing;

  test(
    `${language}: the page is accessible at every width, and does not move under prefers-reduced-motion`,
    oneScreen(language),
    async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(`/${language}`);
      await lookThrough(page);
      for (const { width, colorScheme } of looks[language]) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme });
        await expectSound(page);
      }
      for (const video of await page.locator('video').all()) expect(await isPlaying(video)).toBe(false);
    },
  );

  test(`${language}: on a small phone the page is at most 6,900 px long`, phone, async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto(`/${language}`);
    await lookThrough(page);
    await page.evaluate(() => document.fonts.ready);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(6900);
    // Items in horizontal rows must be reachable by keyboard too.
    for (const { heading } of [t.showcase, t.features, t.steps, t.testimonials]) {
      const row = page.getByRole('list', { name: heading });
      await row.focus();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => row.evaluate((element) => element.scrollLeft), heading).toBeGreaterThan(0);
    }
  });

  test(
    `${language}: every section is rendered in order without JavaScript`,
    oneScreen(language),
    async ({ browser, baseURL }) => {
      const context = await browser.newContext({ javaScriptEnabled: false, ...(baseURL && { baseURL }) });
      const page = await context.newPage();
      await page.goto(`/${language}`);
      await expect(page.locator('h1, h2')).toHaveText([
        t.headline,
        t.comparison.heading,
        t.try.heading,
        t.showcase.heading,
        t.features.heading,
        t.steps.heading,
        t.testimonials.heading,
        t.final.heading,
        t.faq.heading,
        t.pricing.heading,
      ]);
      const stats = Object.values(t.stats).flatMap((stat) => (typeof stat === 'string' ? [] : [stat.value]));
      await expect(page.getByRole('definition')).toHaveText(stats);
      await expect(section(page, t.showcase.heading).locator('video')).toHaveCount(3);
      await expect(section(page, t.features.heading).getByRole('listitem')).toHaveCount(3);
      await expect(section(page, t.steps.heading).getByRole('listitem')).toHaveCount(3);
      await expect(section(page, t.final.heading).getByRole('listitem')).toHaveText([
        t.final.look,
        t.final.download,
        t.final.lasting,
      ]);
      await expect(page.getByRole('contentinfo')).toContainText(/© 2025(–20\d\d)? Memori/);
      // No translation keys in place of texts, and nothing in another language.
      await expect(page.locator('body')).not.toContainText(/\b(landing|header|packages|common)\.\w/);
      await context.close();
    },
  );

  test(
    `${language}: prices match the package table, and link to their checkout`,
    oneScreen(language),
    async ({ page }) => {
      await page.goto(`/${language}`);
      for (const { id, price } of packages) {
        const offer = page.locator(`[data-package=${id}]`);
        const written = (price / 100).toLocaleString(language, { style: 'currency', currency: 'EUR' });
        await expect(offer.getByText(written, { exact: true })).toBeVisible();
        await expect(offer.getByRole('link')).toHaveAttribute('href', `/${language}/checkout?package=${id}`);
      }
      await expect(page.getByText(texts[language].packages.popular)).toHaveCount(1);
    },
  );

  test(
    `${language}: the demo appears on request, and plays with sound when it is pressed`,
    oneScreen(language),
    async ({ page }) => {
      await page.goto(`/${language}`);
      await expect(page.getByRole('heading', { name: t.demo.heading })).toHaveCount(0);
      // Immediately, before the page is hydrated: no click is ever lost.
      await page.getByRole('button', { name: t.watchDemo }).click();
      const heading = page.getByRole('heading', { name: t.demo.heading });
      await expect(heading).toBeInViewport();
      await expect(heading).toBeFocused();
      const video = page.getByLabel(t.demo.video);
      await expect(video).toHaveJSProperty('muted', true);
      await expect(video.locator('source')).toHaveCount(2);
      await expect.poll(() => isPlaying(video)).toBe(true);
      await page.getByRole('button', { name: t.demo.pause }).click();
      await expect.poll(() => isPlaying(video)).toBe(false);
      await page.getByRole('button', { name: t.demo.playSilent }).click();
      await expect.poll(() => isPlaying(video)).toBe(true);
      await expect(video).toHaveJSProperty('muted', true);
      // Out of view it pauses, and resumes when it is back in view.
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      await expect.poll(() => isPlaying(video)).toBe(false);
      await video.scrollIntoViewIfNeeded();
      await expect.poll(() => isPlaying(video)).toBe(true);
      const restarted = video.evaluate((element) => {
        const film = element as HTMLVideoElement;
        film.currentTime = 5;
        return new Promise<number>((resolve) => {
          film.addEventListener('volumechange', () => resolve(film.currentTime));
        });
      });
      await page.getByRole('button', { name: t.demo.play }).click();
      await expect.poll(() => isPlaying(video)).toBe(true);
      await expect(video).toHaveJSProperty('muted', false);
      await expect(video).toHaveJSProperty('controls', true);
      expect(await restarted).toBe(0);
      await expect(page.getByRole('button', { name: t.demo.play })).toHaveCount(0);
      await expectSound(page);
    },
  );

  test(
    `${language}: the comparison slider follows mouse, touch and keyboard`,
    oneScreen(language),
    async ({ page }, { project }) => {
      await page.goto(`/${language}`);
      const range = page.getByRole('slider', { name: t.comparison.slider });
      const picture = section(page, t.comparison.heading).locator('figure');
      await picture.scrollIntoViewIfNeeded();
      await range.focus();
      await range.press('End');
      await expect(range).toHaveValue('100');
      await expect(range).toHaveAttribute('aria-valuetext', t.comparison.value.replace('{{percent}}', '100'));
      await range.press('ArrowLeft');
      await expect(range).toHaveValue('99');
      // While the page is still loading, the picture may move away from under the finger.
      const setToQuarter = async () => {
        const { x = 0, y = 0, width = 0, height = 0 } = (await picture.boundingBox()) ?? {};
        const [left, right, middle] = [x + width * 0.25, x + width * 0.7, y + height * 0.6];
        if (project.name === 'phone') {
          await page.touchscreen.tap(left, middle);
        } else {
          await page.mouse.move(right, middle);
          await page.mouse.down();
          await page.mouse.move(left, middle, { steps: 4 });
          await page.mouse.up();
        }
        return Math.abs(Number(await range.inputValue()) - 25);
      };
      await expect.poll(setToQuarter).toBeLessThan(5);
    },
  );

  test(
    `${language}: testimonials change by dots and arrow keys; FAQ answers open one at a time`,
    oneScreen(language),
    async ({ page }) => {
      await page.goto(`/${language}`);
      const letters = section(page, t.testimonials.heading);
      await letters.scrollIntoViewIfNeeded();
      const dot = (number: number) =>
        letters.getByRole('button', {
          name: t.testimonials.show.replace('{{number}}', String(number)).replace('{{total}}', '3'),
        });
      await expect(
        letters.getByRole('img', { name: t.testimonials.stars.replace('{{count}}', '5') }),
      ).toHaveCount(3);
      await dot(3).click();
      await expect(dot(3)).toHaveAttribute('aria-current', 'true');
      await expect(letters.getByText(t.testimonials.elena.quote)).toBeInViewport();
      await expect(dot(1)).not.toHaveAttribute('aria-current', 'true');
      await dot(1).click();
      await expect(dot(1)).toHaveAttribute('aria-current', 'true');
      await letters.getByRole('list').first().focus();
      await page.keyboard.press('ArrowRight');
      await expect(dot(2)).toHaveAttribute('aria-current', 'true');

      const [first, second] = [t.faq.account, t.faq.free];
      await page.getByText(first.question).click();
      await expect(page.getByText(first.answer)).toBeVisible();
      await page.getByText(second.question).press('Enter');
      await expect(page.getByText(second.answer)).toBeVisible();
      await expect(page.getByText(first.answer)).toBeHidden();
      await page.getByText(second.question).click();
      await expect(page.getByText(second.answer)).toBeHidden();
    },
  );
}

test(
  'videos are loaded when they come near the viewport, play, and can be paused',
  phone,
  async ({ page }) => {
    const t = texts.en.landing;
    const seen = videosRequested(page);
    await page.goto('/en');
    const [first] = await page.locator('video').all();
    await expect.poll(() => first && isPlaying(first)).toBe(true);
    expect([...seen]).toEqual(['grandmother']);
    await page.keyboard.press('Shift');
    await page
      .getByRole('button', { name: t.video.pause.replace('{{name}}', t.pictures.grandmother) })
      .first()
      .click();
    await expect.poll(() => first && isPlaying(first)).toBe(false);
    // On a phone they are next to each other.
    await page.getByText(t.captions.grandfather).scrollIntoViewIfNeeded();
    await expect.poll(() => [...seen]).toContain('grandfather');
    await page.getByText(t.captions.dog).scrollIntoViewIfNeeded();
    await expect.poll(() => [...seen].toSorted()).toEqual(['dog', 'family', 'grandfather', 'grandmother']);
    const dog = section(page, t.showcase.heading).locator('video').last();
    await expect.poll(() => isPlaying(dog)).toBe(true);
  },
);

test('the chat’s tooltip appears after the delay that all tooltips have', desktop, async ({ page }) => {
  await page.goto('/en');
  const chat = page.getByRole('link', { name: texts.en.chat.newTab });
  const tooltip = () =>
    chat.evaluate((link) => {
      const { visibility, transitionDelay } = getComputedStyle(link, '::before');
      return { visibility, transitionDelay };
    });
  await expect(chat).toHaveAttribute('data-tooltip', 'Chat with us');
  expect((await tooltip()).visibility).toBe('hidden');
  await chat.hover();
  await expect.poll(tooltip).toEqual({ visibility: 'visible', transitionDelay: '0.7s' });
  await page.mouse.move(0, 0);
  await expect.poll(tooltip).toEqual({ visibility: 'hidden', transitionDelay: '0.3s' });
});

async function openAccount(page: Page, language: Language, email: string): Promise<void> {
  await page.goto(`/${language}`);
  const avatar = page.getByRole('button', {
    name: texts[language].header.account.replace('{{email}}', email),
  });
  await expect(avatar).toHaveAttribute('data-letter', email.charAt(0).toUpperCase());
  await avatar.click();
  await expect(page.getByText(email)).toBeVisible();
}

test('signed-in users can open the account menu and log out on the landing page', phone, async ({ page }) => {
  const { header } = texts.it;
  const email = await enter(page);
  await openAccount(page, 'it', email);
  await expectSound(page);
  await page.keyboard.press('Escape');
  await expect(page.getByText(email)).toBeHidden();
  await openAccount(page, 'it', email);
  await page.getByRole('button', { name: header.logOut }).click();
  await expect(page.getByRole('button', { name: header.account.replace('{{email}}', email) })).toHaveCount(0);
  expect((await page.request.get('/api/auth/me')).status()).toBe(401);
});

test('the operator’s custom texts survive hydration', desktop, async ({ page }) => {
  const { landing } = texts.en;
  await page.route('**/en', async (route) => {
    const html = await (await route.fetch()).text();
    const words = {
      en: { stats: [{ value: '7+', label: 'films' }], letters: ['One.', 'Two.', 'Three.'].map(letter) },
    };
    await route.fulfill({ contentType: 'text/html', body: withLandingTexts(html, 'en', words) });
  });
  await page.goto('/en');
  const show = (number: number) =>
    page.getByRole('button', {
      name: landing.testimonials.show.replace('{{number}}', String(number)).replace('{{total}}', '3'),
    });
  await show(2).click();
  // Only a hydrated page responds.
  await expect(show(2)).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText('Two.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What families write to us' })).toBeVisible();
  await expect(page.getByText(landing.testimonials.examples)).toBeHidden();
  await expect(page.getByText(landing.stats.albums.value, { exact: true })).toHaveCount(0);
  await expect(page.getByText('films', { exact: true })).toBeVisible();
});
