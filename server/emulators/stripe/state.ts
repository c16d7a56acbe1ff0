import type { Stripe } from 'stripe';
import { TrackedMap } from './tracked-map.ts';

/** A checkout session with what the API shows of it only on request, or never. */
export interface CheckoutRecord {
  session: Stripe.Checkout.Session;
  lineItems: Stripe.LineItem[];
  /** Of each item, what the page says beside it; not in what an older version has written. */
  lineNotes?: (string | null)[];
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
export interface SandboxState {
  sessions: TrackedMap<CheckoutRecord>;
  paymentIntents: TrackedMap<Stripe.PaymentIntent>;
  charges: TrackedMap<Stripe.Charge>;
  refunds: TrackedMap<Stripe.Refund>;
  disputes: TrackedMap<Stripe.Dispute>;
  answers: TrackedMap<RememberedAnswer>;
  deliveries: TrackedMap<Delivery>;
}

/** A sandbox that nothing has happened in. */
export function emptyState(): SandboxState {
  return {
    sessions: new TrackedMap(),
    paymentIntents: new TrackedMap(),
    charges: new TrackedMap(),
    refunds: new TrackedMap(),
    disputes: new TrackedMap(),
    answers: new TrackedMap(),
    deliveries: new TrackedMap(),
  };
}

/** Notes that the object of that id was changed in place. */
export function touch(state: SandboxState, id: string): void {
  for (const map of [state.sessions, state.paymentIntents, state.charges, state.refunds, state.disputes]) {
    map.touch(id);
  }
}

/** Unix seconds, as all times of the API. */
export function unixNow(): number {
  return Math.floor(Date.now() / 1000);
}

/** The id in a field that holds an id, or the object itself where it was asked for. */
export function idIn(field: string | { id: string } | null | undefined): string {
  return typeof field === 'string' ? field : (field?.id ?? '');
}
