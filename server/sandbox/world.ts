import type { Stripe } from 'stripe';

/** A checkout session with what the API shows of it only on request, or never. */
export interface CheckoutRecord {
  session: Stripe.Checkout.Session;
  lineItems: Stripe.LineItem[];
  /** Metadata for the payment intent, which comes into being with the first attempt to pay. */
  paymentMetadata: Record<string, string>;
  paymentDescription: string | null;
}

/** The answer to a call with an idempotency key, to be given again. */
export interface RememberedAnswer {
  fingerprint: string;
  status: number;
  body: unknown;
  /** Unix seconds. */
  at: number;
}

/** A signed message that was not yet taken. */
export interface Delivery {
  id: string;
  event: Stripe.Event;
  failures: number;
  /** Unix milliseconds before which it isn't tried. */
  dueAt: number;
}

/** Everything that the sandbox remembers; the maps keep the order of creation. */
export interface World {
  sessions: Map<string, CheckoutRecord>;
  paymentIntents: Map<string, Stripe.PaymentIntent>;
  charges: Map<string, Stripe.Charge>;
  refunds: Map<string, Stripe.Refund>;
  disputes: Map<string, Stripe.Dispute>;
  answers: Map<string, RememberedAnswer>;
  deliveries: Map<string, Delivery>;
}

/** A sandbox that nothing has happened in. */
export function emptyWorld(): World {
  return {
    sessions: new Map(),
    paymentIntents: new Map(),
    charges: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    answers: new Map(),
    deliveries: new Map(),
  };
}

/** Unix seconds, as all times of the API. */
export function unixNow(): number {
  return Math.floor(Date.now() / 1000);
}

/** The id in a field that holds an id, or the object itself where it was asked for. */
export function idIn(field: string | { id: string } | null | undefined): string {
  return typeof field === 'string' ? field : (field?.id ?? '');
}
