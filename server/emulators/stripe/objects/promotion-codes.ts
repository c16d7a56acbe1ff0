import type { Stripe } from 'stripe';

/** Unix seconds; any time before the first session will do. */
const created = 1_767_225_600;

function coupon(id: string, percentOff: number): Stripe.Coupon {
  return {
    id,
    object: 'coupon',
    amount_off: null,
    created,
    currency: null,
    duration: 'once',
    duration_in_months: null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    name: `${percentOff} %`,
    percent_off: percentOff,
    redeem_by: null,
    times_redeemed: 0,
    valid: true,
  };
}

function promotionCode(code: string, percentOff: number): Stripe.PromotionCode {
  const name = code.toLowerCase();
  return {
    id: `promo_sandbox_${name}`,
    object: 'promotion_code',
    active: true,
    code,
    created,
    customer: null,
    customer_account: null,
    expires_at: null,
    livemode: false,
    max_redemptions: null,
    metadata: {},
    promotion: { type: 'coupon', coupon: coupon(`coupon_sandbox_${name}`, percentOff) },
    restrictions: { first_time_transaction: false, minimum_amount: null, minimum_amount_currency: null },
    times_redeemed: 0,
  };
}

/** The codes that the sandbox accepts: 10 % off and 100 % off. */
export const promotionCodes: readonly Stripe.PromotionCode[] = [
  promotionCode('MEMORI10', 10),
  promotionCode('FREE100', 100),
];

/** Looks up a code as typed: case and surrounding space are ignored, as by Stripe. */
export function findPromotionCode(typed: string): Stripe.PromotionCode | null {
  const normalised = typed.trim().toUpperCase();
  return promotionCodes.find(({ code }) => code === normalised) ?? null;
}

/** The percentage that `code` takes off, an integer. */
export function percentOff(code: Stripe.PromotionCode): number {
  const { coupon } = code.promotion;
  return typeof coupon === 'object' && coupon ? (coupon.percent_off ?? 0) : 0;
}
