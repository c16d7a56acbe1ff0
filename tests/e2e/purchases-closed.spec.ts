import { languages } from '../../shared/languages.ts';
import { expect, expectSound, signUp, test, texts } from './support/test.ts';

// In production there is no sandbox: without a payment provider nothing can be bought.
test.use({ settings: { NODE_ENV: 'production' } });

for (const language of languages) {
  const t = texts[language];

  test(`${language}: where nothing can be bought the pages say so`, async ({ page }) => {
    await signUp(page, language);
    await page.goto(`/${language}/packages`);
    await expect(page.getByText(t.packages.closedTitle)).toBeVisible();
    await expect(page.getByRole('heading', { name: t.packages.legacy.name })).toBeVisible();
    await expect(page.getByRole('link', { name: t.packages.choose })).toHaveCount(0);
    await expectSound(page);
    await page.goto(`/${language}/checkout?package=legacy`);
    await expect(page.getByRole('heading', { name: t.packages.closedTitle })).toBeVisible();
    await expectSound(page);
    // No pixel is set up: nobody is asked about one.
    await expect(page.getByText(t.consent.choices)).toHaveCount(0);
    const answer = await page.request.post('/api/credits/checkout', { data: { packageType: 'legacy' } });
    expect(answer.status()).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'payments_unavailable' });
  });
}
