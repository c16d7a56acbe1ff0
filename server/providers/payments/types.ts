import type { Language } from '#shared/languages.ts';
import type { PackageId } from '#shared/packages.ts';

export interface CheckoutOrder {
  userId: string;
  email: string;
  packageId: PackageId;
  /** The package's name in the user's language, as shown on the bill. */
  productName: string;
  /** Cents of a euro. */
  price: number;
  /** The note on VAT next to the price. */
  priceNote: string;
  /** The wording at the payment button by which the buyer asks for immediate performance, and its version. */
  beginText: string;
  beginTerms: string;
  language: Language;
  /** Idempotency key: the same key never creates two sessions. */
  attemptKey: string;
  /** Where the provider redirects the visitor; `{CHECKOUT_SESSION_ID}` is replaced with the session's id. */
  successUrl: string;
  cancelUrl: string;
}

/** The provider's current state of a checkout session. */
export interface CheckoutState {
  id: string;
  status: 'open' | 'complete' | 'expired';
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required';
  /** True if a delayed payment has failed. */
  paymentFailed: boolean;
  createdAt: Date;
  /** Our own reference and metadata, as stored by the provider. */
  userId: string | null;
  packageId: string | null;
  language: string | null;
  beginTerms: string | null;
  /** Before and after coupons, in cents; null if the provider doesn't report it. */
  amountSubtotal: number | null;
  amountTotal: number | null;
  currency: string | null;
  paymentIntentId: string | null;
}

/** What the provider knows of the refunds of one of our orders. */
export interface OrderedRefund {
  /** The refund that stands, even if it is still on its way; null if there is none. */
  refundId: string | null;
  /** How many refunds for it failed, for example because the card's account is closed. Only grows. */
  failures: number;
}

/** How much of a payment was returned, as the provider reports it now. Each amount only grows. */
export interface PaymentReversal {
  /** Cents of all refunds that were ever made, and of those among them that failed later. */
  amountOrdered: number;
  amountFailed: number;
  /** Cents of lost disputes. */
  amountLost: number;
  /** True while a dispute is open: the payment can't be refunded then. Not for inquiries, which move no money. */
  disputed: boolean;
  /** By the key of their order. */
  orders: ReadonlyMap<string, OrderedRefund>;
}

/** A refund to make. */
export interface RefundOrder {
  paymentIntentId: string;
  /** Cents; if less is left of the payment, less is refunded. */
  amount: number;
  /** Idempotency key: two refunds with the same key never stand at once. */
  key: string;
}

/** After so many failed refunds an order is left to the operator: another one would fail as well. */
export const maxRefundFailures = 2;

/** A signed webhook message from the provider: only a hint at what to re-read. */
export type PaymentEvent =
  | { kind: 'checkout'; sessionId: string }
  | { kind: 'reversal'; paymentIntentId: string }
  | { kind: 'ignored'; type: string };

/** The provider could not be reached, failed on its side, or refused a call. */
export class PaymentProviderError extends Error {
  override readonly name = 'PaymentProviderError';
  /** True if other calls would fail as well; false if the provider refused this one for its content. */
  readonly outage: boolean;

  constructor(message: string, { outage, ...options }: ErrorOptions & { outage: boolean }) {
    super(message, options);
    this.outage = outage;
  }
}

/** The message was not signed by the provider, or was signed too long ago. */
export class InvalidSignatureError extends Error {
  override readonly name = 'InvalidSignatureError';
}

/**
 * The message was signed by the provider, but at a time too far from this machine's: one of the clocks is wrong, or
 * somebody repeats an old message.
 */
export class UntimelySignatureError extends InvalidSignatureError {
  readonly signedAt: Date;

  constructor(signedAt: Date, options: ErrorOptions) {
    super('the message was not signed just now', options);
    this.signedAt = signedAt;
  }
}

/** Accepts payments. Independent of balances. Throws PaymentProviderError if the provider can't be reached. */
export interface PaymentProvider {
  createCheckout(order: CheckoutOrder): Promise<{ sessionId: string; url: string }>;
  /** Closes a session so that it can't be paid any more; does nothing if it is not open, or unknown. */
  expireCheckout(sessionId: string): Promise<void>;
  /** Null if the provider doesn't know the session. */
  readCheckout(sessionId: string): Promise<CheckoutState | null>;
  /** The session that led to this payment; null if there is none. */
  findCheckout(paymentIntentId: string): Promise<CheckoutState | null>;
  readReversal(paymentIntentId: string): Promise<PaymentReversal>;
  /**
   * Refunds money, once per key, unless its refunds have failed `maxRefundFailures` times or nothing is left to refund.
   * `readReversal` tells what came of it.
   */
  refundPayment(order: RefundOrder): Promise<void>;
  /** The sessions created since then, newest first. */
  listCheckouts(since: Date): AsyncIterable<CheckoutState>;
  /** Throws InvalidSignatureError. `body` is the raw request body. */
  readEvent(body: Buffer, signature: string | undefined): PaymentEvent;
}
