import type { Language } from '../../../shared/languages.ts';
import type { PackageId } from '../../../shared/packages.ts';

export interface CheckoutOrder {
  userId: string;
  email: string;
  packageId: PackageId;
  /** The package's name in the user's language, as it stands on the bill. */
  productName: string;
  /** Cents of a euro. */
  price: number;
  /** What is said about VAT beside the price. */
  priceNote: string;
  /** By which words at the button that pays the buyer asks to begin at once, and which version of them it is. */
  beginText: string;
  beginTerms: string;
  language: Language;
  /** The same key never makes two sessions. */
  attemptKey: string;
  /** Where the provider sends the visitor; `{CHECKOUT_SESSION_ID}` is replaced by the session's id. */
  successUrl: string;
  cancelUrl: string;
}

/** What the provider says of a checkout session now. */
export interface CheckoutState {
  id: string;
  status: 'open' | 'complete' | 'expired';
  paymentStatus: 'paid' | 'unpaid' | 'no_payment_required';
  /** True where a delayed payment has come to nothing. */
  paymentFailed: boolean;
  createdAt: Date;
  /** Our own reference and metadata, as the provider kept them. */
  userId: string | null;
  packageId: string | null;
  language: string | null;
  beginTerms: string | null;
  /** Before and after coupons, in cents; null where the provider doesn't tell. */
  amountSubtotal: number | null;
  amountTotal: number | null;
  currency: string | null;
  paymentIntentId: string | null;
}

/** What of a payment was taken back, in cents, as the provider says now. */
export interface PaymentReversal {
  amountRefunded: number;
  disputeLost: boolean;
}

/** Money to give back. */
export interface RefundOrder {
  paymentIntentId: string;
  /** Cents; less is given back where less is left. */
  amount: number;
  /** The same key never gives back twice. */
  key: string;
}

/** A signed message of the provider: only a hint at what to re-read. */
export type PaymentHint =
  | { kind: 'checkout'; sessionId: string }
  | { kind: 'reversal'; paymentIntentId: string }
  | { kind: 'ignored'; type: string };

/** The provider was not reached, or answered with a fault of its own. */
export class PaymentProviderError extends Error {
  override readonly name = 'PaymentProviderError';
}

/** The message was not signed by the provider, or too long ago. */
export class InvalidSignatureError extends Error {
  override readonly name = 'InvalidSignatureError';
}

/** Takes people's money. Knows nothing of balances. Throws PaymentProviderError where it can't be reached. */
export interface PaymentProvider {
  createCheckout(order: CheckoutOrder): Promise<{ sessionId: string; url: string }>;
  /** Null for a session that the provider doesn't know. */
  readCheckout(sessionId: string): Promise<CheckoutState | null>;
  /** The session that led to this payment; null where none did. */
  findCheckout(paymentIntentId: string): Promise<CheckoutState | null>;
  readReversal(paymentIntentId: string): Promise<PaymentReversal>;
  /** Gives money back, once for each key, and returns the refund's id; null where nothing was left to give. */
  refundPayment(order: RefundOrder): Promise<string | null>;
  /** The sessions made since then, newest first. */
  listCheckouts(since: Date): AsyncIterable<CheckoutState>;
  /** Throws InvalidSignatureError. `body` is the raw request body. */
  readHint(body: Buffer, signature: string | undefined): PaymentHint;
}
