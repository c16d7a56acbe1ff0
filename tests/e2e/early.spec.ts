import type { Page } from '@playwright/test';
import { languages } from '#shared/languages.ts';
import { choosePhoto, expect, oneScreen, still, test, texts } from './support/test.ts';

test.use(still);

/** Holds back every script that the page requests until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

const percentShown = (page: Page) =>
  page
    .getByRole('slider')
    .evaluate((range) => Number.parseFloat(range.parentElement?.style.getPropertyValue('--at') ?? ''));

for (const language of languages) {
  const { landing, tryIt } = texts[language];

  test(
    `${language}: actions made before the scripts load take effect once they have loaded`,
    oneScreen(language),
    async ({ page }) => {
      const release = await holdScripts(page);
      await page.goto(`/${language}`, { waitUntil: 'commit' });
      const range = page.getByRole('slider', { name: landing.comparison.slider });
      await range.focus();
      await range.press('End');
      await range.press('ArrowLeft');
      const lastLetter = landing.testimonials.show.replace('{{number}}', '3').replace('{{total}}', '3');
      await page.getByRole('button', { name: lastLetter }).click();
      await choosePhoto(page);
      await page.getByRole('button', { name: landing.watchDemo }).press('Enter');
      await expect(page.getByRole('heading', { name: landing.demo.heading })).toHaveCount(0);

      release();
      await expect(page.getByRole('heading', { name: landing.demo.heading })).toBeFocused();
      await expect(range).toHaveValue('99');
      await expect(range).toHaveAttribute(
        'aria-valuetext',
        landing.comparison.value.replace('{{percent}}', '99'),
      );
      expect(await percentShown(page)).toBe(99);
      // The current letter is tracked only while it is on the screen.
      await page.getByRole('button', { name: lastLetter }).scrollIntoViewIfNeeded();
      await expect(page.getByRole('button', { name: lastLetter })).toHaveAttribute('aria-current', 'true');
      await expect(page.getByText(tryIt.still)).toBeVisible();
    },
  );

  test(
    `${language}: the comparison slider keeps the position that was set before the scripts loaded`,
    oneScreen(language),
    async ({ page }, { project }) => {
      const release = await holdScripts(page);
      await page.goto(`/${language}`, { waitUntil: 'commit' });
      const range = page.getByRole('slider', { name: landing.comparison.slider });
      await range.scrollIntoViewIfNeeded();
      const { x = 0, y = 0, width = 0, height = 0 } = (await range.boundingBox()) ?? {};
      const [from, to, middle] = [x + width * 0.5, x + width * 0.2, y + height * 0.6];
      if (project.name === 'phone') await page.touchscreen.tap(to, middle);
      else {
        await page.mouse.move(from, middle);
        await page.mouse.down();
        await page.mouse.move(to, middle, { steps: 4 });
        await page.mouse.up();
      }
      const drawn = Number(await range.inputValue());
      expect(Math.abs(drawn - 20)).toBeLessThan(5);

      release();
      await expect.poll(() => percentShown(page)).toBe(drawn);
      await expect(range).toHaveAttribute(
        'aria-valuetext',
        landing.comparison.value.replace('{{percent}}', String(drawn)),
      );
      // From now on it is drawn by React.
      await page.mouse.click(x + width * 0.7, middle);
      await expect.poll(() => percentShown(page)).toBeGreaterThan(65);
    },
  );
}

test('a language chosen before the scripts load is remembered', { tag: '@desktop' }, async ({ page }) => {
  const release = await holdScripts(page);
  await page.goto('/en', { waitUntil: 'commit' });
  await page.getByRole('link', { name: /^(IT|Italiano)/ }).click();
  await expect(page.getByRole('heading', { name: texts.it.landing.headline })).toBeVisible();
  release();
  await expect.poll(() => page.evaluate(() => document.cookie)).toContain('memori_language=it');
  await page.goto('/');
  await expect(page).toHaveURL(/\/it$/);
});
