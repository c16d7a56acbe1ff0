import type { Language } from '../../../shared/languages.ts';
import type { PackageId } from '../../../shared/packages.ts';

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

/** How much of a payment was refunded, in cents, and whether a dispute was lost, as the provider reports it now. */
export interface PaymentReversal {
  amountRefunded: number;
  disputeLost: boolean;
}

/** A refund to make. */
export interface RefundOrder {
  paymentIntentId: string;
  /** Cents; if less is left of the payment, less is refunded. */
  amount: number;
  /** Idempotency key: the same key never refunds twice. */
  key: string;
}

/** A signed webhook message from the provider: only a hint at what to re-read. */
export type PaymentHint =
  | { kind: 'checkout'; sessionId: string }
  | { kind: 'reversal'; paymentIntentId: string }
  | { kind: 'ignored'; type: string };

/** The provider could not be reached, or failed on its side. */
export class PaymentProviderError extends Error {
  override readonly name = 'PaymentProviderError';
}

/** The message was not signed by the provider, or was signed too long ago. */
export class InvalidSignatureError extends Error {
  override readonly name = 'InvalidSignatureError';
}

/** Accepts payments. Independent of balances. Throws PaymentProviderError if the provider can't be reached. */
export interface PaymentProvider {
  createCheckout(order: CheckoutOrder): Promise<{ sessionId: string; url: string }>;
  /** Null if the provider doesn't know the session. */
  readCheckout(sessionId: string): Promise<CheckoutState | null>;
  /** The session that led to this payment; null if there is none. */
  findCheckout(paymentIntentId: string): Promise<CheckoutState | null>;
  readReversal(paymentIntentId: string): Promise<PaymentReversal>;
  /** Refunds money, once per key, and returns the refund's id; null if nothing was left to refund. */
  refundPayment(order: RefundOrder): Promise<string | null>;
  /** The sessions created since then, newest first. */
  listCheckouts(since: Date): AsyncIterable<CheckoutState>;
  /** Throws InvalidSignatureError. `body` is the raw request body. */
  readHint(body: Buffer, signature: string | undefined): PaymentHint;
}
