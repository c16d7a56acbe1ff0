import type { Stripe } from 'stripe';
import type { SessionParams } from './api/session-params.ts';
import { charge, fail, intentOf } from './attempts.ts';
import type { SandboxContext } from './context.ts';
import { findPromotionCode, percentOff } from './objects/promotion-codes.ts';
import { createCheckoutRecord } from './objects/session.ts';
import { noSuch, WireError } from './wire-error.ts';
import { type CheckoutRecord, idIn, unixNow } from './state.ts';

type Session = Stripe.Checkout.Session;

/** Creates an open session. */
export function createSession({ state, pagesUrl }: SandboxContext, params: SessionParams): Session {
  const record = createCheckoutRecord(params, pagesUrl);
  state.sessions.set(record.session.id, record);
  return record.session;
}

/** Returns the session's record, after expiring the session if its time is over. Throws resource_missing. */
export function readSession(context: SandboxContext, id: string): CheckoutRecord {
  const record = context.state.sessions.get(id);
  if (!record) throw noSuch('checkout.session', id, 'session');
  if (record.session.status === 'open' && record.session.expires_at <= unixNow())
    end(context, record, 'expired');
  return record;
}

/** Closes every open session whose time is over. */
export function expireDue(context: SandboxContext): void {
  for (const id of context.state.sessions.keys()) readSession(context, id);
}

/** Expires an open session, so that it can no longer be paid. */
export function expireSession(context: SandboxContext, id: string): Session {
  const record = openSession(context, id);
  end(context, record, 'expired');
  return record.session;
}

/** Applies a promotion code, ignoring case, replacing an earlier one. Throws promotion_code_invalid if unknown. */
export function applyCode(context: SandboxContext, id: string, typed: string): Session {
  const record = openSession(context, id);
  const code = findPromotionCode(typed);
  if (!code || !record.session.allow_promotion_codes) {
    const fields = { code: 'promotion_code_invalid', param: 'promotion_code' };
    throw new WireError('This code is invalid.', fields);
  }
  setDiscount(record, percentOff(code));
  record.session.discounts = [{ coupon: null, promotion_code: code.id }];
  context.touch(id);
  return record.session;
}

/** Removes the promotion code. */
export function removeCode(context: SandboxContext, id: string): Session {
  const record = openSession(context, id);
  setDiscount(record, 0);
  record.session.discounts = [];
  context.touch(id);
  return record.session;
}

/** Pays immediately. A free session completes without a payment. */
export function pay(context: SandboxContext, id: string): Session {
  const record = openSession(context, id);
  if (record.session.amount_total === 0) {
    record.session.payment_status = 'no_payment_required';
  } else {
    charge(context, record, intentOf(context, record));
    record.session.payment_status = 'paid';
  }
  end(context, record, 'complete');
  return record.session;
}

/** Declines the card: the session stays open. */
export function decline(context: SandboxContext, id: string): Session {
  const record = openSession(context, id);
  fail(context, record, intentOf(context, record));
  return record.session;
}

/** Pays with a method that takes days: the session completes unpaid. */
export function payLater(context: SandboxContext, id: string): Session {
  const record = openSession(context, id);
  if (record.session.amount_total === 0) return pay(context, id);
  const intent = intentOf(context, record);
  intent.status = 'processing';
  context.emit('payment_intent.processing', intent);
  end(context, record, 'complete');
  return record.session;
}

/** Completes a payment of `payLater`, or lets it fail permanently. */
export function settleLater(context: SandboxContext, id: string, arrives: boolean): Session {
  const record = readSession(context, id);
  const { session } = record;
  const intent = context.state.paymentIntents.get(idIn(session.payment_intent));
  if (session.status !== 'complete' || intent?.status !== 'processing') {
    throw new WireError('No payment of this Checkout Session is under way.', { code: 'invalid_state' });
  }
  if (arrives) {
    charge(context, record, intent);
    session.payment_status = 'paid';
    context.emit('checkout.session.async_payment_succeeded', session);
  } else {
    fail(context, record, intent);
    context.emit('checkout.session.async_payment_failed', session);
  }
  return session;
}

function openSession(context: SandboxContext, id: string): CheckoutRecord {
  const record = readSession(context, id);
  if (record.session.status !== 'open') {
    throw new WireError(
      `Only Checkout Sessions with a status in ["open"] can be changed. This one has a status of ${record.session.status}.`,
      { code: 'checkout_session_not_open', param: 'session' },
    );
  }
  return record;
}

function end({ emit }: SandboxContext, { session }: CheckoutRecord, status: 'complete' | 'expired'): void {
  session.status = status;
  session.url = null;
  if (status === 'expired') return emit('checkout.session.expired', session);
  session.customer_details = {
    address: null,
    business_name: null,
    email: session.customer_email,
    individual_name: null,
    name: null,
    phone: null,
    tax_exempt: 'none',
    tax_ids: [],
  };
  emit('checkout.session.completed', session);
}

function setDiscount({ session, lineItems }: CheckoutRecord, percent: number): void {
  for (const item of lineItems) {
    item.amount_discount = Math.round((item.amount_subtotal * percent) / 100);
    item.amount_total = item.amount_subtotal - item.amount_discount;
  }
  const discount = lineItems.reduce((sum, item) => sum + item.amount_discount, 0);
  session.amount_total = (session.amount_subtotal ?? 0) - discount;
  session.total_details = { amount_discount: discount, amount_shipping: 0, amount_tax: 0 };
}
