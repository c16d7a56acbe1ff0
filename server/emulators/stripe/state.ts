import type { Stripe } from 'stripe';
import { TrackedMap } from './tracked-map.ts';

/** A checkout session, together with data that the API exposes only on request, or never. */
export interface CheckoutRecord {
  session: Stripe.Checkout.Session;
  lineItems: Stripe.LineItem[];
  /** The note next to each item on the page; missing in files written by older versions. */
  lineNotes?: (string | null)[];
  /** Metadata for the payment intent, which is created with the first payment attempt. */
  paymentMetadata: Record<string, string>;
  paymentDescription: string | null;
}

/** The response to a call with an idempotency key, for replaying it. */
export interface RememberedAnswer {
  fingerprint: string;
  status: number;
  body: unknown;
  /** Unix seconds. */
  at: number;
}

/** A signed message that has not been accepted yet. */
export interface Delivery {
  id: string;
  event: Stripe.Event;
  failures: number;
  /** Unix milliseconds of the next attempt. */
  dueAt: number;
}

/** The sandbox's state; the maps preserve creation order. */
export interface SandboxState {
  sessions: TrackedMap<CheckoutRecord>;
  paymentIntents: TrackedMap<Stripe.PaymentIntent>;
  charges: TrackedMap<Stripe.Charge>;
  refunds: TrackedMap<Stripe.Refund>;
  disputes: TrackedMap<Stripe.Dispute>;
  answers: TrackedMap<RememberedAnswer>;
  deliveries: TrackedMap<Delivery>;
}

/** The state of a new sandbox. */
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

/** Marks the object with that id as changed in place. */
export function touch(state: SandboxState, id: string): void {
  for (const map of [state.sessions, state.paymentIntents, state.charges, state.refunds, state.disputes]) {
    map.touch(id);
  }
}

/** Unix seconds, like all times in the API. */
export function unixNow(): number {
  return Math.floor(Date.now() / 1000);
}

/** The id in a field that holds an id, or the object itself if it was expanded. */
export function idIn(field: string | { id: string } | null | undefined): string {
  return typeof field === 'string' ? field : (field?.id ?? '');
}
