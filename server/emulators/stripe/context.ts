import type { Stripe } from 'stripe';
import type { SandboxState } from './state.ts';

/** The object of an event, before it is frozen into one. */
export type EventObject =
  | Stripe.Checkout.Session
  | Stripe.PaymentIntent
  | Stripe.Charge
  | Stripe.Refund
  | Stripe.Dispute;

/** What every act of the sandbox works on. */
export interface SandboxContext {
  state: SandboxState;
  /** Where the app mounts the hosted pages, without a slash at the end. */
  pagesUrl: string;
  /** Notes that the object of that id was changed in place; `emit` implies it. */
  touch(id: string): void;
  /** Notes that something happened. The object is copied as it is now; nothing is sent before `commit`. */
  emit(type: Stripe.Event.Type, object: EventObject): void;
  /** Resolves once all changes so far would survive a restart; then the webhooks start out. */
  commit(): Promise<void>;
}
