import { Stripe } from 'stripe';
import { currency } from '#shared/packages.ts';
import { withSpan } from '#server/platform/logging/tracing.ts';
import {
  type CheckoutOrder,
  type CheckoutState,
  InvalidSignatureError,
  UntimelySignatureError,
  maxRefundFailures,
  type OrderedRefund,
  type PaymentEvent,
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
    async expireCheckout(sessionId) {
      await reach(() => stripe.checkout.sessions.expire(sessionId)).catch(ignoreInvalid);
    },
    async findCheckout(paymentIntentId) {
      const query = { payment_intent: paymentIntentId, limit: 1, expand: ['data.payment_intent'] };
      const { data } = await reach(() => stripe.checkout.sessions.list(query));
      return data[0] ? present(data[0]) : null;
    },
    readReversal: (paymentIntentId) => readReversal(stripe, paymentIntentId),
    refundPayment: (order) => refundPayment(stripe, order),
    listCheckouts: (since) => list(stripe, since),
    readEvent: (body, signature) => readEvent(stripe, webhookSecret, body, signature),
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
  const open = (email: { customer_email?: string }) =>
    reach(() =>
      stripe.checkout.sessions.create(
        {
          mode: 'payment',
          locale: language,
          allow_promotion_codes: true,
          // Else Stripe may charge in the buyer's currency, which is not what was offered.
          adaptive_pricing: { enabled: false },
          client_reference_id: userId,
          ...email,
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
        {
          idempotencyKey:
            email.customer_email === undefined ? `checkout-${attemptKey}-2` : `checkout-${attemptKey}`,
        },
      ),
    );
  // Only prefills a field: Stripe takes fewer addresses than mail does.
  const session = await open({ customer_email: order.email }).catch((error: unknown) => {
    if (!refusesEmail(error as Error)) throw error;
    return open({});
  });
  if (!session.url) throw new PaymentProviderError(`session ${session.id} has no page`, { outage: false });
  return { sessionId: session.id, url: session.url };
}

function refusesEmail({ cause }: Error): boolean {
  if (!(cause instanceof Stripe.errors.StripeInvalidRequestError)) return false;
  return cause.param === 'customer_email' || cause.code === 'email_invalid';
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
  const refunds = await refundsOf(stripe, paymentIntentId);
  const disputes = await disputesOf(stripe, paymentIntentId);
  const keys = new Set(
    refunds.map(({ metadata }) => metadata?.[orderField]).filter((key) => key !== undefined),
  );
  return {
    amountOrdered: sumOf(refunds),
    amountFailed: sumOf(refunds.filter(hasFailed)),
    amountLost: sumOf(disputes.filter(isLost)),
    disputed: disputes.some(({ status }) => status === 'needs_response' || status === 'under_review'),
    orders: new Map([...keys].map((key) => [key, orderedRefund(refunds, key)])),
  };
}

/** The refund metadata field that holds our order's key. */
const orderField = 'withdrawal';

/** All of them: a refund that is forgotten would be money that is refunded twice. */
function refundsOf(stripe: Stripe, paymentIntentId: string): Promise<Stripe.Refund[]> {
  return reach(() =>
    stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }).autoPagingToArray({ limit: 10_000 }),
  );
}

async function disputesOf(stripe: Stripe, paymentIntentId: string): Promise<Stripe.Dispute[]> {
  const query = { payment_intent: paymentIntentId, limit: 100 };
  return (await reach(() => stripe.disputes.list(query))).data;
}

const isLost = ({ status }: Stripe.Dispute) => status === 'lost';

/** Both states are final; a refund can reach them weeks after it succeeded. */
const hasFailed = ({ status }: Stripe.Refund) => status === 'failed' || status === 'canceled';

const sumOf = (movements: readonly (Stripe.Refund | Stripe.Dispute)[]) =>
  movements.reduce((sum, { amount }) => sum + amount, 0);

function orderedRefund(refunds: readonly Stripe.Refund[], key: string): OrderedRefund {
  const ours = refunds.filter(({ metadata }) => metadata?.[orderField] === key);
  const failures = ours.filter(hasFailed).length;
  return { refundId: ours.find((refund) => !hasFailed(refund))?.id ?? null, failures };
}

async function refundPayment(stripe: Stripe, { paymentIntentId, amount, key }: RefundOrder): Promise<void> {
  // Stripe forgets idempotency keys after a day, but keeps its refunds.
  const refunds = await refundsOf(stripe, paymentIntentId);
  const { refundId, failures } = orderedRefund(refunds, key);
  if (refundId !== null || failures >= maxRefundFailures) return;
  const query = { payment_intent: paymentIntentId, limit: 100 };
  const { data: charges } = await reach(() => stripe.charges.list(query));
  const taken = charges.filter(({ paid }) => paid).reduce((sum, charge) => sum + charge.amount, 0);
  const lost = sumOf((await disputesOf(stripe, paymentIntentId)).filter(isLost));
  const left = taken - lost - sumOf(refunds.filter((refund) => !hasFailed(refund)));
  if (left <= 0) return;
  const order = {
    payment_intent: paymentIntentId,
    amount: Math.min(amount, left),
    metadata: { [orderField]: key },
  };
  // The key of a refund that failed would bring back its answer.
  const attempt = failures === 0 ? key : `${key}-${failures + 1}`;
  await reach(() => stripe.refunds.create(order, { idempotencyKey: `withdrawal-${attempt}` }));
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
/** Their objects are charges, refunds and disputes; each names its payment. */
const reversalEvents = [
  ...['charge.refunded', 'charge.refund.updated', 'refund.updated', 'refund.failed'],
  ...['charge.dispute.created', 'charge.dispute.closed'],
];

function readEvent(
  stripe: Stripe,
  secret: string,
  body: Buffer,
  signature: string | undefined,
): PaymentEvent {
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
    const signedAt = timeOfSigned(stripe, secret, body, signature ?? '');
    if (signedAt) throw new UntimelySignatureError(signedAt, { cause: error });
    throw new InvalidSignatureError('the message is not signed as it should be', { cause: error });
  }
}

/** When a message was signed, however long ago; null if it was not signed by the provider. */
function timeOfSigned(stripe: Stripe, secret: string, body: Buffer, signature: string): Date | null {
  try {
    // Accepts every age.
    stripe.webhooks.constructEvent(body, signature, secret, 0);
    return new Date(Number(/(?:^|,)t=(\d+)/.exec(signature)?.[1]) * 1000);
  } catch {
    return null;
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
  const { StripeInvalidRequestError, StripeCardError, StripeIdempotencyError } = Stripe.errors;
  const refusals = [StripeInvalidRequestError, StripeCardError, StripeIdempotencyError];
  const outage = !refusals.some((refusal) => error instanceof refusal);
  return new PaymentProviderError(`Stripe: ${error.message}`, { cause: error, outage });
}

function ignoreInvalid(error: unknown): void {
  if (!((error as Error).cause instanceof Stripe.errors.StripeInvalidRequestError)) throw error;
}

function nullIfMissing(error: unknown): null {
  const { cause } = error as Error;
  if (cause instanceof Stripe.errors.StripeInvalidRequestError && cause.code === 'resource_missing')
    return null;
  throw error;
}
