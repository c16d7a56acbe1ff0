import { languages } from '#shared/languages.ts';
import { formatPrice } from '#client/lib/amounts.ts';
import { choosePackage, expectCredits, fill, pay } from './support/shop.ts';
import { enter, expect, expectSound, oneScreen, still, test, texts } from './support/test.ts';

test.use(still);

const exactWords = {
  en: ['Withdraw from the contract here', 'Confirm withdrawal here'],
  it: ['Recedere dal contratto qui', 'Conferma recesso qui'],
} as const;

for (const language of languages) {
  const t = texts[language];
  const [here, confirm] = exactWords[language];

  test(
    `${language}: a purchase has a receipt, and can be withdrawn from in two steps`,
    oneScreen(language),
    async ({ page }) => {
      for (const anywhere of ['', '/terms', '/mail']) {
        await page.goto(`/${language}${anywhere}`);
        const way = page.getByRole('contentinfo').getByRole('link', { name: here });
        await expect(way).toHaveAttribute('href', `/${language}/withdraw`);
      }
      await page.getByRole('contentinfo').getByRole('link', { name: here }).click();
      // Without a session, signing in comes first.
      await expect(page).toHaveURL(new RegExp(`/${language}/withdraw$`));
      await expect(page.getByRole('heading', { name: t.auth.signIn.title })).toBeVisible();
      const email = await enter(page);
      await page.goto(`/${language}/withdraw`);
      await expect(page.getByText(t.withdraw.nothing)).toBeVisible();
      await page.goto(`/${language}/packages`);
      const payment = await choosePackage(page, language, 'heritage');
      await expect(payment.getByText(t.checkout.begin)).toBeVisible();
      await pay(payment, language);
      await expectCredits(payment, language, 6);
      await payment.close();

      await page.goto(`/${language}/account`);
      const purchases = page.getByRole('region', { name: t.account.purchases.title });
      await expect(purchases.getByText(t.account.purchases.state.paid)).toBeVisible();
      await expectSound(page);
      const popup = page.waitForEvent('popup');
      await purchases.getByRole('link', { name: /^(Receipt|Ricevuta) \d{4}-\d{6}/ }).click();
      const receipt = await popup;
      await expect(receipt.getByRole('cell', { name: email })).toBeVisible();
      await expectSound(receipt);
      await receipt.close();

      await purchases.getByRole('link', { name: here }).click();
      await expect(page.getByRole('heading', { level: 1, name: t.withdraw.heading })).toBeVisible();
      await expect(page.getByRole('radio')).toBeChecked();
      await expectSound(page);
      await page.getByRole('button', { name: confirm }).click();
      const done = page.getByRole('heading', { name: t.withdraw.done });
      await expect(done).toBeFocused();
      await expect(page.getByText(formatPrice(899, language))).toBeVisible();
      await expectSound(page);
      await page.goto(`/${language}/account`);
      const state = fill(t.account.purchases.state.withdrawn.replace('amount', 'count'), 0);
      const withdrawn = state.replace('0', formatPrice(899, language));
      await expect(purchases.getByText(withdrawn)).toBeVisible();
      await expect(purchases.getByRole('link', { name: here })).toHaveCount(0);
    },
  );
}
