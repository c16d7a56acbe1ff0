import type { Stripe } from 'stripe';
import * as checkout from './checkout.ts';
import type { SandboxContext } from './context.ts';
import * as reversals from './reversals.ts';

type Session = Promise<Stripe.Checkout.Session>;

/**
 * Actions of the payer, the payer's bank or the operator. Each resolves to the object's new state, once that would
 * survive a restart and the webhooks are being sent. Throws WireError if an action is impossible.
 */
export interface SandboxActions {
  pay(sessionId: string, options?: { promotionCode?: string }): Session;
  /** The card is declined; the session stays open. */
  decline(sessionId: string): Session;
  /** A payment method that takes days: the session completes unpaid. */
  payLater(sessionId: string, options?: { promotionCode?: string }): Session;
  settleLater(sessionId: string, arrives: boolean): Session;
  expire(sessionId: string): Session;
  /** `amount` in cents; defaults to the remaining amount. */
  refund(paymentIntentId: string, amount?: number): Promise<Stripe.Refund>;
  /** The latest refund that stands fails, days after it succeeded. */
  failRefund(paymentIntentId: string): Promise<Stripe.Refund>;
  openDispute(paymentIntentId: string, order?: reversals.DisputeOrder): Promise<Stripe.Dispute>;
  closeDispute(paymentIntentId: string, outcome: 'won' | 'lost'): Promise<Stripe.Dispute>;
}

/** Creates the actions, each followed by a commit. */
export function createActions(context: SandboxContext): SandboxActions {
  const committed = async <Result extends object>(act: () => Result): Promise<Result> => {
    const result = act();
    const copy = structuredClone(result);
    await context.commit();
    return copy;
  };
  const withCode = (id: string, code: string | undefined, act: typeof checkout.pay) =>
    committed(() => {
      if (code !== undefined) checkout.applyCode(context, id, code);
      return act(context, id);
    });
  return {
    pay: (id, { promotionCode } = {}) => withCode(id, promotionCode, checkout.pay),
    decline: (id) => committed(() => checkout.decline(context, id)),
    payLater: (id, { promotionCode } = {}) => withCode(id, promotionCode, checkout.payLater),
    settleLater: (id, arrives) => committed(() => checkout.settleLater(context, id, arrives)),
    expire: (id) => committed(() => checkout.expireSession(context, id)),
    refund: (paymentIntentId, amount) =>
      committed(() => reversals.refund(context, { paymentIntentId, amount })),
    failRefund: (intent) => committed(() => reversals.failRefund(context, intent)),
    openDispute: (intent, order) => committed(() => reversals.openDispute(context, intent, order)),
    closeDispute: (intent, outcome) => committed(() => reversals.closeDispute(context, intent, outcome)),
  };
}
