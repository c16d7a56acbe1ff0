import type { Stripe } from 'stripe';
import type { SandboxContext } from './context.ts';
import { createCharge, createPaymentIntent } from './objects/payments.ts';
import { type CheckoutRecord, idIn } from './state.ts';

/** The payment intent of the session, created with its first attempt. */
export function intentOf(
  { state, touch, emit }: SandboxContext,
  record: CheckoutRecord,
): Stripe.PaymentIntent {
  const { session } = record;
  const price = { amount: session.amount_total ?? 0, currency: session.currency ?? 'eur' };
  const known = state.paymentIntents.get(idIn(session.payment_intent));
  // A code may have been applied since the attempt that created it.
  if (known) {
    touch(known.id);
    return Object.assign(known, price);
  }
  const intent = createPaymentIntent(record, price);
  state.paymentIntents.set(intent.id, intent);
  session.payment_intent = intent.id;
  touch(session.id);
  emit('payment_intent.created', intent);
  return intent;
}

/** Charges the payment successfully. */
export function charge(
  { state, emit }: SandboxContext,
  { session }: CheckoutRecord,
  intent: Stripe.PaymentIntent,
): void {
  const taken = createCharge(intent, { email: session.customer_email, declined: false });
  state.charges.set(taken.id, taken);
  intent.latest_charge = taken.id;
  intent.amount_received = intent.amount;
  intent.status = 'succeeded';
  intent.last_payment_error = null;
  emit('charge.succeeded', taken);
  emit('payment_intent.succeeded', intent);
}

/** Declines the payment; another attempt may follow. */
export function fail(
  { state, emit }: SandboxContext,
  { session }: CheckoutRecord,
  intent: Stripe.PaymentIntent,
): void {
  const refused = createCharge(intent, { email: session.customer_email, declined: true });
  state.charges.set(refused.id, refused);
  intent.latest_charge = refused.id;
  intent.status = 'requires_payment_method';
  intent.last_payment_error = {
    type: 'card_error',
    code: 'card_declined',
    decline_code: 'generic_decline',
    message: 'Your card was declined.',
    charge: refused.id,
  };
  emit('charge.failed', refused);
  emit('payment_intent.payment_failed', intent);
}
