import { languages } from '#shared/languages.ts';
import { expectPicture, lookOf } from './support/picture.ts';
import { enter, expect, expectSound, oneScreen, signUp, still, test, texts } from './support/test.ts';

// In production there is no sandbox: without a payment provider nothing can be bought.
test.use({ ...still, settings: { NODE_ENV: 'production', INSECURE_HTTP: '1' } });
// Serial, so that one worker and its Memori serve them all.
test.describe.configure({ mode: 'default' });

for (const language of languages) {
  const t = texts[language];

  test(`${language}: where nothing can be bought the pages say so`, oneScreen(language), async ({ page }) => {
    await enter(page);
    await page.goto(`/${language}/packages`);
    await expect(page.getByText(t.packages.closedTitle)).toBeVisible();
    await expect(page.getByRole('heading', { name: t.packages.legacy.name })).toBeVisible();
    await expect(page.getByRole('link', { name: t.packages.choose })).toHaveCount(0);
    await expectSound(page);
    await page.goto(`/${language}/checkout?package=legacy`);
    await expect(page.getByRole('heading', { name: t.packages.closedTitle })).toBeVisible();
    await expectSound(page);
    // No pixel is configured, so there is no consent question.
    await expect(page.getByText(t.consent.choices)).toHaveCount(0);
    const answer = await page.request.post('/api/credits/checkout', { data: { packageType: 'legacy' } });
    expect(answer.status()).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'payments_unavailable' });
  });
}

test('where nothing can be bought, the checkout looks as it should', async ({ page }, { project }) => {
  const { language, colorScheme } = lookOf(project.name);
  await page.emulateMedia({ colorScheme });
  await signUp(page, language, 'nonna@example.com');
  await page.goto(`/${language}/checkout?package=legacy`);
  await expect(page.getByRole('heading', { name: texts[language].packages.closedTitle })).toBeVisible();
  await expectPicture(page, 'checkout-closed');
});
