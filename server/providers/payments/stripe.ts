import { Stripe } from 'stripe';
import { currency } from '../../../shared/packages.ts';
import { withSpan } from '../../platform/tracing.ts';
import {
  type CheckoutOrder,
  type CheckoutState,
  InvalidSignatureError,
  type PaymentHint,
  type PaymentProvider,
  PaymentProviderError,
  type PaymentReversal,
  type RefundOrder,
} from './types.ts';

export interface StripeSettings {
  secretKey: string;
  webhookSecret: string;
  /** A different host that implements Stripe's API, as an http or https address. */
  apiBase?: string | undefined;
}

/** Per call, in milliseconds; two retries follow. */
const timeout = 10_000;

/** Payments through Stripe Checkout, using the official SDK. */
export function createStripePayments({ secretKey, webhookSecret, apiBase }: StripeSettings): PaymentProvider {
  const stripe = new Stripe(secretKey, {
    telemetry: false,
    maxNetworkRetries: 2,
    timeout,
    ...(apiBase ? hostOf(apiBase) : {}),
  });
  return {
    createCheckout: (order) => create(stripe, order),
    readCheckout: (sessionId) =>
      reach(() => stripe.checkout.sessions.retrieve(sessionId, { expand: ['payment_intent'] }))
        .then(present)
        .catch(nullIfMissing),
    async findCheckout(paymentIntentId) {
      const query = { payment_intent: paymentIntentId, limit: 1, expand: ['data.payment_intent'] };
      const { data } = await reach(() => stripe.checkout.sessions.list(query));
      return data[0] ? present(data[0]) : null;
    },
    readReversal: (paymentIntentId) => readReversal(stripe, paymentIntentId),
    refundPayment: (order) => refundPayment(stripe, order),
    listCheckouts: (since) => list(stripe, since),
    readHint: (body, signature) => readHint(stripe, webhookSecret, body, signature),
  };
}

function hostOf(apiBase: string) {
  const { hostname, port, protocol } = new URL(apiBase);
  const plain = protocol === 'http:';
  return {
    host: hostname,
    port: port || (plain ? 80 : 443),
    protocol: plain ? ('http' as const) : ('https' as const),
  };
}

async function create(stripe: Stripe, order: CheckoutOrder): Promise<{ sessionId: string; url: string }> {
  const { userId, packageId, language, price, productName, attemptKey } = order;
  const metadata = { userId, packageId, language, beginTerms: order.beginTerms };
  const session = await reach(() =>
    stripe.checkout.sessions.create(
      {
        mode: 'payment',
        locale: language,
        allow_promotion_codes: true,
        client_reference_id: userId,
        customer_email: order.email,
        metadata,
        // A refund or a dispute refers only to the payment.
        payment_intent_data: { metadata },
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency,
              unit_amount: price,
              product_data: { name: productName, description: order.priceNote },
            },
          },
        ],
        custom_text: { submit: { message: order.beginText } },
        success_url: order.successUrl,
        cancel_url: order.cancelUrl,
      },
      { idempotencyKey: `checkout-${attemptKey}` },
    ),
  );
  if (!session.url) throw new PaymentProviderError(`session ${session.id} has no page`);
  return { sessionId: session.id, url: session.url };
}

function present(session: Stripe.Checkout.Session): CheckoutState {
  const { metadata, client_reference_id: userId, payment_intent: payment } = session;
  const intent = typeof payment === 'string' ? null : payment;
  return {
    id: session.id,
    // The SDK's types allow for future states: none of them counts as a payment.
    status: known(session.status, ['complete', 'expired'], 'open'),
    paymentStatus: known(session.payment_status, ['paid', 'no_payment_required'], 'unpaid'),
    paymentFailed:
      session.status === 'complete' &&
      session.payment_status === 'unpaid' &&
      (intent?.status === 'requires_payment_method' || intent?.status === 'canceled'),
    createdAt: new Date(session.created * 1000),
    // We set both, and they must agree.
    userId: userId === metadata?.['userId'] ? userId : null,
    packageId: metadata?.['packageId'] ?? null,
    language: metadata?.['language'] ?? null,
    beginTerms: metadata?.['beginTerms'] ?? null,
    amountSubtotal: session.amount_subtotal,
    amountTotal: session.amount_total,
    currency: session.currency,
    paymentIntentId: typeof payment === 'string' ? payment : (payment?.id ?? null),
  };
}

function known<Value extends string, Else extends string>(
  value: string | null,
  values: readonly Value[],
  otherwise: Else,
): Value | Else {
  return values.find((each) => each === value) ?? otherwise;
}

async function readReversal(stripe: Stripe, paymentIntentId: string): Promise<PaymentReversal> {
  const { data: charges } = await reach(() => stripe.charges.list({ payment_intent: paymentIntentId }));
  const { data: disputes } = await reach(() => stripe.disputes.list({ payment_intent: paymentIntentId }));
  return {
    amountRefunded: charges.reduce((sum, charge) => sum + charge.amount_refunded, 0),
    disputeLost: disputes.some(({ status }) => status === 'lost'),
  };
}

/** The refund metadata field that holds our order's key. */
const orderField = 'withdrawal';

async function refundPayment(
  stripe: Stripe,
  { paymentIntentId, amount, key }: RefundOrder,
): Promise<string | null> {
  const query = { payment_intent: paymentIntentId, limit: 100 };
  // Stripe forgets idempotency keys after a day, but keeps its refunds.
  const { data: refunds } = await reach(() => stripe.refunds.list(query));
  const known = refunds.find(({ metadata }) => metadata?.[orderField] === key);
  if (known) return known.id;
  const { data: charges } = await reach(() => stripe.charges.list(query));
  const taken = charges.filter(({ paid }) => paid);
  const left = taken.reduce((sum, charge) => sum + charge.amount - charge.amount_refunded, 0);
  if (left <= 0) return null;
  const order = {
    payment_intent: paymentIntentId,
    amount: Math.min(amount, left),
    metadata: { [orderField]: key },
  };
  const { id } = await reach(() => stripe.refunds.create(order, { idempotencyKey: `withdrawal-${key}` }));
  return id;
}

async function* list(stripe: Stripe, since: Date): AsyncGenerator<CheckoutState, void, undefined> {
  const created = { gte: Math.floor(since.getTime() / 1000) };
  try {
    for await (const session of stripe.checkout.sessions.list({ created, limit: 100 }))
      yield present(session);
  } catch (error) {
    throw asProviderError(error);
  }
}

const checkoutEvents = [
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'checkout.session.expired',
];
const reversalEvents = ['charge.refunded', 'charge.dispute.created', 'charge.dispute.closed'];

function readHint(stripe: Stripe, secret: string, body: Buffer, signature: string | undefined): PaymentHint {
  const { type, data } = verified(stripe, secret, body, signature);
  const object = data.object as { id?: unknown; payment_intent?: unknown };
  if (checkoutEvents.includes(type) && typeof object.id === 'string')
    return { kind: 'checkout', sessionId: object.id };
  if (reversalEvents.includes(type) && typeof object.payment_intent === 'string')
    return { kind: 'reversal', paymentIntentId: object.payment_intent };
  return { kind: 'ignored', type };
}

function verified(stripe: Stripe, secret: string, body: Buffer, signature: string | undefined): Stripe.Event {
  try {
    return stripe.webhooks.constructEvent(body, signature ?? '', secret);
  } catch (error) {
    throw new InvalidSignatureError('the message is not signed as it should be', { cause: error });
  }
}

async function reach<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await withSpan('stripe', { kind: 'CLIENT' }, ask);
  } catch (error) {
    throw asProviderError(error);
  }
}

function asProviderError(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error;
  return new PaymentProviderError(`Stripe: ${error.message}`, { cause: error });
}

function nullIfMissing(error: unknown): null {
  const { cause } = error as Error;
  if (cause instanceof Stripe.errors.StripeInvalidRequestError && cause.code === 'resource_missing')
    return null;
  throw error;
}
