import type { Stripe } from 'stripe';
import type { SandboxState } from './state.ts';

/** The object of an event, before it is copied into one. */
export type EventObject =
  | Stripe.Checkout.Session
  | Stripe.PaymentIntent
  | Stripe.Charge
  | Stripe.Refund
  | Stripe.Dispute;

/** The context in which all of the sandbox's operations run. */
export interface SandboxContext {
  state: SandboxState;
  /** Where the app mounts the hosted pages, without a trailing slash. */
  pagesUrl: string;
  /** Marks the object with that id as changed in place; implied by `emit`. */
  touch(id: string): void;
  /** Records an event. The object is copied in its current state; nothing is sent before `commit`. */
  emit(type: Stripe.Event.Type, object: EventObject): void;
  /** Resolves once all changes so far would survive a restart; then starts sending the webhooks. */
  commit(): Promise<void>;
}
