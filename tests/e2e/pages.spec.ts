import { languages } from '../../shared/languages.ts';
import { enter, expect, oneScreen, still, test, texts } from './support/test.ts';

test.use(still);

for (const language of languages) {
  const { landing, chat, titles } = texts[language];
  test(
    `${language}: the landing page says what it is, in its language`,
    oneScreen(language),
    async ({ page }) => {
      await page.goto(`/${language}`);
      await expect(page.getByRole('heading', { name: landing.headline })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page).toHaveTitle(titles.landing);
    },
  );

  test(
    `${language}: the chat button opens a conversation with the greeting`,
    oneScreen(language),
    async ({ page }) => {
      await page.goto(`/${language}`);
      const button = page.getByRole('link', { name: chat.newTab });
      await expect(button).toHaveAttribute(
        'href',
        `https://wa.me/?text=${encodeURIComponent(chat.greeting)}`,
      );
      await expect(button).toHaveAttribute('target', '_blank');
      await expect(button).toHaveAttribute('rel', /noopener/);
    },
  );
}

test('the root and unprefixed addresses lead to the visitor’s language, query kept', {
  tag: '@desktop',
}, async ({ page, browser, baseURL }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/en$/);
  await page.goto('/checkout?package=eternal');
  await expect(page).toHaveURL(/\/en\/checkout\?package=eternal$/);
  const context = await browser.newContext({ locale: 'it-IT', ...(baseURL ? { baseURL } : {}) });
  const italian = await context.newPage();
  await italian.goto('/packages');
  await expect(italian).toHaveURL(/\/it\/packages$/);
  await context.close();
});

test('ways back lead where the specification says', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/it');
  for (const path of ['/it/create', '/it/packages', '/it/checkout?package=heritage']) {
    // Nobody is signed in: the sign-up screen stands in the place of each of them.
    await page.goto(path);
    await page.getByRole('link', { name: texts.it.auth.back }).click();
    await expect(page).toHaveURL(/\/it$/);
  }
  await enter(page);
  await page.goto('/it/create');
  await page.getByRole('link', { name: texts.it.header.back }).click();
  await expect(page).toHaveURL(/\/it$/);
  await page.goto('/it/packages');
  await page.getByRole('link', { name: texts.it.packages.back }).click();
  await expect(page).toHaveURL(/\/it\/create$/);
});

test('switching the language keeps the place and is remembered', async ({ page }) => {
  await page.goto('/en/checkout?package=eternal');
  await expect(page.getByRole('heading', { name: texts.en.auth.signUp.title })).toBeVisible();
  await page.goto('/en');
  await page.getByRole('link', { name: /^(IT|Italiano)/ }).click();
  await expect(page).toHaveURL(/\/it$/);
  await expect(page.getByRole('heading', { name: texts.it.landing.headline })).toBeVisible();
  await page.goto('/create');
  await expect(page).toHaveURL(/\/it\/create$/);
});

test('unknown addresses are not found, also by their status', { tag: '@desktop' }, async ({
  page,
  expectNoise,
}) => {
  expectNoise(/404 \(Not Found\) \/en\/nowhere$/);
  expectNoise(/404 \(Not Found\) \/fr\/create$/);
  expect((await page.goto('/en/nowhere'))?.status()).toBe(404);
  expect((await page.goto('/fr/create'))?.status()).toBe(404);
  expect((await page.goto('/en/create'))?.status()).toBe(200);
});
