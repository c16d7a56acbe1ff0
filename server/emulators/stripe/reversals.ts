import type { Stripe } from 'stripe';
import { createId } from '#server/platform/ids.ts';
import type { SandboxContext } from './context.ts';
import { noSuch, WireError } from './wire-error.ts';
import { idIn, unixNow } from './state.ts';

export interface RefundOrder {
  paymentIntentId?: string | undefined;
  chargeId?: string | undefined;
  /** In cents; defaults to the remaining amount. */
  amount?: number | undefined;
  reason?: Stripe.Refund.Reason | undefined;
  metadata?: Record<string, string> | undefined;
}

/** Refunds a payment or a part of it. Throws charge_already_refunded, charge_disputed or amount_too_large. */
export function refund(context: SandboxContext, order: RefundOrder): Stripe.Refund {
  const charge = chargeFor(context, order);
  if (charge.refunded) {
    const fields = { code: 'charge_already_refunded', param: 'charge' };
    throw new WireError(`Charge ${charge.id} has already been refunded.`, fields);
  }
  const disputes = disputesOf(context, charge);
  const lost = disputes.reduce((sum, { status, amount }) => (status === 'lost' ? sum + amount : sum), 0);
  if (disputes.some(({ status }) => status === 'needs_response') || lost >= charge.amount) {
    throw new WireError(`Charge ${charge.id} has been charged back; cannot issue a refund.`, {
      code: 'charge_disputed',
    });
  }
  const left = charge.amount - charge.amount_refunded - lost;
  const amount = order.amount ?? left;
  if (amount > left) {
    const message = `Refund amount (${amount}) is greater than unrefunded amount on charge (${left}).`;
    throw new WireError(message, { code: 'amount_too_large', param: 'amount' });
  }
  charge.amount_refunded += amount;
  charge.refunded = charge.amount_refunded === charge.amount;
  const made = createRefund(charge, amount, order);
  context.state.refunds.set(made.id, made);
  context.emit('refund.created', made);
  context.emit('charge.refunded', charge);
  return made;
}

/** The payer's bank sends the latest refund of a payment that stands back: the card's account was closed. */
export function failRefund(context: SandboxContext, paymentIntentId: string): Stripe.Refund {
  const charge = chargeFor(context, { paymentIntentId });
  const standing = [...context.state.refunds.values()].filter(
    (each) => each.charge === charge.id && each.status !== 'failed',
  );
  const failed = standing.at(-1);
  if (!failed) throw new WireError(`Charge ${charge.id} has no refund that could fail.`);
  failed.status = 'failed';
  failed.failure_reason = 'lost_or_stolen_card';
  failed.failure_balance_transaction = `txn_${createId()}`;
  charge.amount_refunded -= failed.amount;
  charge.refunded = false;
  context.touch(charge.id);
  context.emit('refund.failed', failed);
  context.emit('refund.updated', failed);
  context.emit('charge.refund.updated', failed);
  return failed;
}

export interface DisputeOrder {
  /** In cents; defaults to the whole payment. */
  amount?: number;
  /** True if the payer's bank only asks, and withdraws nothing. */
  inquiry?: boolean;
}

/** The payer's bank withdraws a payment or a part of it until the dispute is closed. Throws if that is more than was paid. */
export function openDispute(
  context: SandboxContext,
  paymentIntentId: string,
  { amount, inquiry = false }: DisputeOrder = {},
): Stripe.Dispute {
  const charge = chargeFor(context, { paymentIntentId });
  const before = disputesOf(context, charge).reduce((sum, dispute) => sum + dispute.amount, 0);
  const disputed = amount ?? charge.amount;
  if (before + disputed > charge.amount) throw new WireError(`Charge ${charge.id} was disputed before.`);
  charge.disputed ||= !inquiry;
  context.touch(charge.id);
  const status = inquiry ? 'warning_needs_response' : 'needs_response';
  const dispute = createDispute(charge, { amount: disputed, status });
  context.state.disputes.set(dispute.id, dispute);
  context.emit('charge.dispute.created', dispute);
  if (!inquiry) context.emit('charge.dispute.funds_withdrawn', dispute);
  return dispute;
}

/** Closes the open dispute of a payment as won or lost; an inquiry ends without a decision. */
export function closeDispute(
  context: SandboxContext,
  paymentIntentId: string,
  outcome: 'won' | 'lost',
): Stripe.Dispute {
  const charge = chargeFor(context, { paymentIntentId });
  const dispute = disputesOf(context, charge).find(({ status }) => status.endsWith('needs_response'));
  if (!dispute) throw new WireError(`Charge ${charge.id} has no open dispute.`);
  const isInquiry = dispute.status === 'warning_needs_response';
  dispute.status = isInquiry ? 'warning_closed' : outcome;
  if (dispute.status === 'won') context.emit('charge.dispute.funds_reinstated', dispute);
  context.emit('charge.dispute.closed', dispute);
  return dispute;
}

function disputesOf({ state }: SandboxContext, charge: Stripe.Charge): Stripe.Dispute[] {
  return [...state.disputes.values()].filter((dispute) => dispute.charge === charge.id);
}

function chargeFor({ state }: SandboxContext, { paymentIntentId, chargeId }: RefundOrder): Stripe.Charge {
  if (chargeId !== undefined) {
    const named = state.charges.get(chargeId);
    if (!named) throw noSuch('charge', chargeId, 'charge');
    return named;
  }
  const intent = state.paymentIntents.get(paymentIntentId ?? '');
  if (!intent) throw noSuch('payment_intent', paymentIntentId ?? '', 'payment_intent');
  const charge = state.charges.get(idIn(intent.latest_charge));
  if (!charge?.paid) {
    const message = 'This PaymentIntent does not have a successful charge to refund.';
    throw new WireError(message, { code: 'payment_intent_unexpected_state', param: 'payment_intent' });
  }
  return charge;
}

function createRefund(charge: Stripe.Charge, amount: number, order: RefundOrder): Stripe.Refund {
  return {
    id: `re_${createId()}`,
    object: 'refund',
    amount,
    balance_transaction: `txn_${createId()}`,
    charge: charge.id,
    created: unixNow(),
    currency: charge.currency,
    customer: null,
    customer_account: null,
    metadata: order.metadata ?? {},
    payment_intent: charge.payment_intent,
    payment_method: null,
    reason: order.reason ?? null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'succeeded',
    transfer_reversal: null,
  };
}

function createDispute(
  charge: Stripe.Charge,
  { amount, status }: Pick<Stripe.Dispute, 'amount' | 'status'>,
): Stripe.Dispute {
  return {
    id: `du_${createId()}`,
    object: 'dispute',
    amount,
    balance_transactions: [],
    charge: charge.id,
    created: unixNow(),
    currency: charge.currency,
    enhanced_eligibility_types: [],
    // No evidence is ever submitted to a sandbox.
    evidence: {} as Stripe.Dispute.Evidence,
    evidence_details: {
      due_by: unixNow() + 7 * 24 * 60 * 60,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'manual',
    },
    intended_submission_method: 'manual',
    is_charge_refundable: status === 'warning_needs_response',
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'general',
    status,
  };
}
