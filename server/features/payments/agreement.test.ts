import { describe, expect, test } from 'vitest';
import type { Purchase } from '#server/generated/prisma/client.ts';
import type { CheckoutState } from '#server/providers/payments/types.ts';
import { mismatches, isSettled } from './fulfil.ts';

const now = new Date();
const purchase: Purchase = {
  sessionId: 'cs_test_1',
  userId: 'nonna',
  packageId: 'heritage',
  credits: 5,
  price: 899,
  language: 'en',
  status: 'open',
  amountPaid: null,
  paymentIntentId: null,
  amountRefunded: 0,
  ...{
    disputeLost: false,
    amountLost: 0,
    disputed: false,
    amountRefundFailed: 0,
    amountReturnedByHand: 0,
    failingSince: null,
    mismatch: null,
    createdAt: now,
    paidAt: null,
    checkedAt: null,
    receiptNumber: null,
    priceNote: null,
    beginTerms: null,
  },
};

/** A session that was paid in full, with these differences. */
const paid = (differences: Partial<CheckoutState> = {}): CheckoutState => ({
  id: 'cs_test_1',
  status: 'complete',
  paymentStatus: 'paid',
  paymentFailed: false,
  createdAt: now,
  userId: 'nonna',
  packageId: 'heritage',
  language: 'en',
  beginTerms: null,
  paymentIntentId: 'pi_1',
  amountSubtotal: 899,
  amountTotal: 899,
  currency: 'eur',
  ...differences,
});

/** With nothing to pay, the provider omits the currency, and there is no payment. */
const free = { paymentStatus: 'no_payment_required', amountTotal: 0, currency: null } as const;

describe('a session matches the offer', () => {
  test.each<[what: string, differences: Partial<CheckoutState>]>([
    ['paid in full', {}],
    ['paid in part, with a coupon', { amountTotal: 809 }],
    ['free of charge, without a currency', free],
    ['free of charge, with a currency', { ...free, currency: 'eur' }],
  ])('%s', (_what, differences) => {
    expect(mismatches(purchase, paid(differences))).toEqual([]);
  });

  test.each<[what: string, differences: Partial<CheckoutState>, faults: string[]]>([
    ['of somebody else', { userId: 'thief' }, ['user']],
    ['of nobody', { userId: null }, ['user']],
    ['for another package', { packageId: 'eternal' }, ['package']],
    ['for a lower price', { amountSubtotal: 898 }, ['subtotal']],
    ['for a higher price', { amountSubtotal: 900 }, ['subtotal']],
    ['for more than its price', { amountTotal: 900 }, ['total']],
    ['for less than nothing', { amountTotal: -1 }, ['total']],
    ['for an amount that is not told', { amountTotal: null }, ['total']],
    ['in another currency', { currency: 'usd' }, ['currency']],
    ['paid in no currency', { currency: null }, ['currency']],
    ['free of charge in another currency', { ...free, currency: 'usd' }, ['currency']],
    ['to be paid without a payment', { paymentStatus: 'no_payment_required' }, ['payment']],
    ['unpaid', { paymentStatus: 'unpaid' }, ['payment']],
  ])('not one %s', (_what, differences, faults) => {
    expect(mismatches(purchase, paid(differences))).toEqual(faults);
  });
});

test.each([
  ['complete', 'paid', true],
  ['complete', 'no_payment_required', true],
  ['complete', 'unpaid', false],
  ['open', 'paid', false],
  ['open', 'unpaid', false],
  ['expired', 'paid', false],
] as const)('a session that is %s and %s: settled %s', (status, paymentStatus, settled) => {
  expect(isSettled(paid({ status, paymentStatus }))).toBe(settled);
});
