import type { Page } from '@playwright/test';
import { languages } from '#shared/languages.ts';
import { packages as offers } from '#shared/packages.ts';
import { formatPrice } from '#client/lib/amounts.ts';
import {
  choosePackage,
  enterCoupon,
  expectCredits,
  fill,
  firstFrame,
  markedShare,
  pay,
  sandboxTexts,
} from './support/shop.ts';
import {
  choosePhoto,
  enter,
  expect,
  expectSound,
  interceptOnce,
  noModels,
  oneScreen,
  still,
  test,
  texts,
} from './support/test.ts';

test.use({ ...still, ...noModels });

const etagOf = async (page: Page, taskId: string) =>
  (await page.request.head(`/api/public/video/${taskId}`)).headers()['etag'];

/** Records everything that `page` sends to the checkout call from now on. */
function checkoutCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('credits.checkout')) calls.push(request.url());
  });
  return calls;
}

for (const language of languages) {
  const t = texts[language];
  const sandbox = sandboxTexts[language];

  test(
    `${language}: buying a package with a coupon adds credits and removes the watermark from an earlier video`,
    oneScreen(language),
    async ({ page, context, seeds, expectNoise }) => {
      expectNoise(/402 \(Payment Required\) \/api\/video\/generate$/);
      // Three tabs, a video and nine audits.
      test.slow();
      const user = await seeds.signIn(page, ['light']);
      const [taskId = ''] = user.taskIds;
      await seeds.spendCredit(user);
      await page.goto(`/${language}/create`);
      // Another tab, in which the video stays open.
      const onlooker = await context.newPage();
      await onlooker.goto(`/${language}/create`);
      const player = onlooker.locator(`[data-task="${taskId}"] video`);
      await player.scrollIntoViewIfNeeded();
      await expect
        .poll(() => player.evaluate((video: HTMLVideoElement) => video.readyState))
        .toBeGreaterThan(1);
      const marked = await firstFrame(onlooker, taskId);
      const markedEtag = await etagOf(page, taskId);

      await expect(page.getByText(t.upgrade.title)).toBeVisible();
      await expect(page.getByText(t.upgrade.text)).toBeVisible();
      await expectSound(page);
      await choosePhoto(page);
      await page.getByRole('button', { name: t.upload.generate }).click();
      const dialog = page.getByRole('dialog', { name: t.outOfCredits.title });
      await expect(dialog.getByText(t.outOfCredits.text)).toBeVisible();
      for (const { id, price, credits } of offers) {
        const card = dialog.locator(`[data-package="${id}"]`);
        await expect(card.getByRole('heading', { name: t.packages[id].name })).toBeVisible();
        await expect(card.getByText(formatPrice(price, language), { exact: true })).toBeVisible();
        await expect(card.getByText(fill(t.credits.count_other, credits), { exact: true })).toBeVisible();
        await expect(card.getByText(t.packages.popular)).toHaveCount(id === 'legacy' ? 1 : 0);
      }
      await expectSound(page);

      const calls = checkoutCalls(page);
      let returnedTo = '';
      context.on('request', (request) => {
        if (request.isNavigationRequest() && request.url().includes('session_id')) returnedTo = request.url();
      });
      const payment = await choosePackage(page, language, 'heritage');
      await expect(page.getByRole('heading', { name: t.checkout.opened })).toBeVisible();
      await expect(page.getByText(t.checkout.back)).toBeVisible();
      await expectSound(page);
      await expectSound(payment);
      await enterCoupon(payment, language, 'MEMORI10');
      await expect(payment.getByText(sandbox.codeApplied)).toBeVisible();
      await expectSound(payment);
      await expect(
        payment.getByRole('button', { name: `${sandbox.pay} ${formatPrice(809, language)}` }),
      ).toBeVisible();
      await pay(payment, language);

      await expect(payment.getByText(t.payment.done)).toBeVisible();
      await expect(payment.getByText(fill(t.payment.doneText_other, 5))).toBeVisible();
      // The address is not confirmed, so the receipt waits for that.
      await expect(payment.getByText(t.payment.confirm)).toBeVisible();
      await expect(payment.getByRole('button', { name: t.account.email.confirm })).toBeVisible();
      expect(new URL(payment.url()).search).toBe('');
      await expectCredits(payment, language, 5);
      await expectSound(payment);

      // Open tabs follow automatically: the waiting page goes back, and the open video loses its watermark.
      await expect(page).toHaveURL(new RegExp(`/${language}/create$`));
      await expectCredits(page, language, 5);
      await expect(player).toHaveAttribute('src', /round=/);
      await expect
        .poll(() => player.evaluate((video: HTMLVideoElement) => video.readyState))
        .toBeGreaterThan(1);
      const clean = await firstFrame(onlooker, taskId);
      expect(markedShare(marked, clean)).toBeGreaterThan(0.5);
      expect(await etagOf(page, taskId)).not.toBe(markedEtag);
      await expectCredits(onlooker, language, 5);
      expect(calls).toHaveLength(1);

      // A reload and another tab with the same address change nothing.
      await payment.reload();
      await expectCredits(payment, language, 5);
      await expect(payment.getByText(t.payment.done)).toBeHidden();
      expect(returnedTo).toContain('session_id=cs_');
      await onlooker.goto(returnedTo);
      await expect(onlooker.getByText(fill(t.payment.doneText_other, 5))).toBeVisible();
      await expectCredits(onlooker, language, 5);

      await page.getByRole('button', { name: t.history.open }).click();
      const rows = page.getByRole('dialog', { name: t.history.title }).getByRole('row');
      await expect(rows).toHaveCount(4);
      await expect(rows.nth(1)).toContainText(t.history.reasons.purchase);
      await expect(rows.nth(1)).toContainText(fill(t.history.change_other, '+5'));
      await expect(rows.nth(2)).toContainText(fill(t.history.change_one, '−1'));
      await expect(rows.nth(3)).toContainText(t.history.reasons.signup);
      await expectSound(page);
    },
  );

  test(
    `${language}: a declined card costs nothing, and a retry succeeds`,
    oneScreen(language),
    async ({ page }) => {
      await enter(page);
      await page.goto(`/${language}/create`);
      await page.getByRole('link', { name: t.credits.more }).click();
      await expect(page.getByRole('heading', { name: t.packages.heading })).toBeVisible();
      await expectSound(page);
      const payment = await choosePackage(page, language, 'legacy');
      await payment.getByRole('button', { name: sandbox.decline }).click();
      await expect(payment.getByRole('alert')).toHaveText(sandbox.declined);
      await expectSound(payment);
      expect(await (await page.request.get('/api/credits/balance')).json()).toEqual({ credits: 1 });
      await pay(payment, language);
      await expect(payment.getByText(fill(t.payment.doneText_other, 16))).toBeVisible();
      await expectCredits(page, language, 16);
    },
  );

  test(
    `${language}: cancelling the payment returns to the packages, with nothing bought`,
    oneScreen(language),
    async ({ page }) => {
      await enter(page);
      await page.goto(`/${language}/packages`);
      const payment = await choosePackage(page, language, 'eternal');
      await payment.getByRole('link', { name: sandbox.cancel }).click();
      await expect(payment).toHaveURL(new RegExp(`/${language}/packages$`));
      await expect(payment.getByRole('heading', { name: t.packages.heading })).toBeVisible();
      await page.getByRole('main').getByRole('link', { name: t.checkout.return }).click();
      await expectCredits(page, language, 1);
    },
  );

  test(`${language}: a 100 % coupon buys without paying`, oneScreen(language), async ({ page }) => {
    await enter(page);
    await page.goto(`/${language}/packages`);
    const payment = await choosePackage(page, language, 'eternal');
    await enterCoupon(payment, language, 'FREE100');
    await pay(payment, language);
    await expect(payment.getByText(fill(t.payment.doneText_other, 31))).toBeVisible();
    await expectCredits(page, language, 31);
  });

  test(
    `${language}: a delayed payment updates the credit badge when it arrives`,
    oneScreen(language),
    async ({ page }) => {
      await enter(page);
      await page.goto(`/${language}/packages`);
      const payment = await choosePackage(page, language, 'heritage');
      await payment.getByRole('button', { name: sandbox.later }).click();
      await expect(payment.getByRole('heading', { name: sandbox.waitingHeading })).toBeVisible();
      await expectSound(payment);
      const sandboxPage = payment.url();
      await payment.getByRole('link', { name: sandbox.back }).click();
      await expect(payment.getByText(t.payment.failed)).toBeVisible();
      await expect(payment.getByText(t.errors.payment_incomplete)).toBeVisible();
      await expectCredits(payment, language, 1);
      await page.goto(sandboxPage);
      await page.getByRole('button', { name: sandbox.arrive }).click();
      await expectCredits(payment, language, 6);
    },
  );

  test(
    `${language}: if the browser blocks the payment tab, a link opens it`,
    oneScreen(language),
    async ({ page }) => {
      await enter(page);
      await page.addInitScript(() => Object.assign(window, { open: () => null }));
      await page.goto(`/${language}/checkout`);
      await expect(page.getByRole('heading', { name: t.checkout.blocked })).toBeVisible();
      await expectSound(page);
      const popup = page.waitForEvent('popup');
      await page.getByRole('link', { name: t.checkout.openNewTab }).click();
      // Without a package in the address, it is the default one.
      await expect((await popup).getByText(t.packages.heritage.name)).toBeVisible();
    },
  );

  test(
    `${language}: errors of checkout and confirmation are shown`,
    oneScreen(language),
    async ({ page, expectNoise }) => {
      expectNoise(/500 \([\w ]+\) \/api\/trpc\/credits\.checkout$/);
      expectNoise(/404 \(Not Found\) \/api\/trpc\/credits\.confirm$/);
      await enter(page);
      await page.goto(`/${language}/checkout?package=gold`);
      await expect(page.getByRole('heading', { name: t.checkout.unknown })).toBeVisible();
      await expectSound(page);

      const toast = page.getByRole('alert');
      for (const answer of [
        { status: 200, json: [{ result: { data: { url: '' } } }] },
        {
          status: 500,
          json: [{ error: { message: 'no', code: -32603, data: { errorCode: 'internal_error' } } }],
        },
      ]) {
        await interceptOnce(page, '**/api/trpc/credits.checkout*', (route) => route.fulfill(answer));
        await page.goto(`/${language}/checkout?package=legacy`);
        await expect(page).toHaveURL(new RegExp(`/${language}/create$`));
        await expect(toast).toContainText(t.checkout.failed);
        await expect(toast).toContainText(t.checkout.failedText);
      }

      await page.goto(`/${language}/create?session_id=cs_test_${'a'.repeat(24)}&from=mail`);
      await expect(toast).toContainText(t.payment.failed);
      await expect(toast).toContainText(t.errors.payment_not_found);
      expect(new URL(page.url()).search).toBe('?from=mail');
      await expectCredits(page, language, 1);
    },
  );
}

test.describe('without a session', () => {
  // The tab that stayed open keeps polling.
  test('a buyer who returns signed out is asked to sign in, and the payment is still confirmed', {
    tag: '@phone',
  }, async ({ page, expectNoise }) => {
    expectNoise(/401 \(Unauthorized\) \/api\/trpc\//);
    const email = await enter(page);
    await page.goto('/en/packages');
    const payment = await choosePackage(page, 'en', 'heritage');
    await page.context().clearCookies();
    await pay(payment, 'en');
    const { auth } = texts.en;
    await expect(payment.getByRole('heading', { name: auth.signIn.title })).toBeVisible();
    expect(new URL(payment.url()).search).toBe('');
    await payment.getByLabel(auth.email, { exact: true }).fill(email);
    await payment.getByLabel(auth.password, { exact: true }).fill('correct horse');
    await payment.getByRole('button', { name: auth.signIn.submit, exact: true }).click();
    await expect(payment.getByText(fill(texts.en.payment.doneText_other, 6))).toBeVisible();
  });
});
