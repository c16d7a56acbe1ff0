import { composeAccountMail } from '#server/features/accounts/addresses/mail.ts';
import { composeVideoMail } from '#server/features/notifications/video-mail.ts';
import { composeReceipt } from '#server/features/payments/receipt.ts';
import { composeWithdrawal } from '#server/features/payments/withdrawals/withdrawal-mail.ts';
import type { Language } from '#shared/languages.ts';
import { expectPicture, lookOf } from './support/picture.ts';
import { expect, expectSound, still, test } from './support/test.ts';

test.use({ ...still, timezoneId: 'Europe/Rome' });

const publicUrl = 'https://memori.example.com';
const long = `${'nonna.rosa.e.nonno.giovanni.'.repeat(3)}rossi@una-lunga-famiglia.example.com`;
const paidAt = new Date('2026-05-17T10:00:00Z');
const receipt = {
  sessionId: 'cs_1',
  userId: 'u',
  packageId: 'legacy',
  credits: 15,
  price: 1900,
  language: 'it',
  ...{
    status: 'paid',
    amountPaid: 1900,
    amountRefunded: 0,
    disputeLost: false,
    amountLost: 0,
    disputed: false,
    amountRefundFailed: 0,
    amountReturnedByHand: 0,
    failingSince: null,
    mismatch: null,
    currency: 'eur',
  },
  createdAt: paidAt,
  paidAt,
  receiptNumber: 42,
  email: long,
  beginTerms: '1',
  priceNote: null,
  paymentIntentId: null,
  checkedAt: null,
  withdrawable: true,
};
const withdrawal = {
  id: 'w',
  sessionId: 'cs_1',
  userId: 'u',
  credits: 12,
  amount: 1520,
  language: 'it',
  refundId: null,
  refundedAt: null,
  refundFailures: 0,
  attemptedAt: null,
  createdAt: new Date('2026-05-20T10:00:00Z'),
};

/** Every kind of mail, with the longest texts that it may have to contain. */
function lettersIn(language: Language): Record<string, { html: string }> {
  const account = (kind: Parameters<typeof composeAccountMail>[1]['kind']) =>
    composeAccountMail(publicUrl, { kind, language, to: long, token: 'x'.repeat(43) });
  const owner = { email: long, token: 'x'.repeat(32) };
  const end = { language, userId: 'u', taskId: 't', status: 'Success' };
  const deps = { publicUrl, env: { PRICE_NOTE: undefined } };
  return {
    reset: account('reset'),
    verify: account('verify'),
    'password-changed': account('password-changed'),
    'passkey-added': account('passkey-added'),
    deletion: account('deletion'),
    export: account('export'),
    'change-email': account('change-email'),
    'email-changed': account('email-changed'),
    ready: composeVideoMail(publicUrl, owner, { ...end, errorCode: null }),
    failed: composeVideoMail(publicUrl, owner, { ...end, errorCode: 'input_refused' }),
    receipt: composeReceipt(deps, receipt, language),
    withdrawal: composeWithdrawal(deps, receipt, withdrawal, language),
  };
}

test('every mail can be read on a phone and in a window, by day and by night', async ({ page }, info) => {
  const { language, colorScheme } = lookOf(info.project.name);
  await page.emulateMedia({ colorScheme });
  for (const [name, { html }] of Object.entries(lettersIn(language))) {
    await test.step(name, async () => {
      await page.setContent(html);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      for (const width of [360, 600]) {
        await page.setViewportSize({ width, height: 800 });
        await expectSound(page);
      }
    });
  }
});

for (const name of ['reset', 'receipt'] as const)
  test(`the mail: ${name}`, async ({ page }, info) => {
    const { language, colorScheme } = lookOf(info.project.name);
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: info.project.name === 'phone' ? 360 : 600, height: 900 });
    await page.setContent(lettersIn(language)[name]?.html ?? '');
    await expectPicture(page, `mail-${name}`);
  });
