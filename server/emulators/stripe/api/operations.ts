import type { Request } from 'express';
import { z } from 'zod';
import { createSession, expireDue, expireSession, readSession } from '../checkout.ts';
import type { SandboxContext } from '../context.ts';
import { promotionCodes } from '../objects/promotion-codes.ts';
import { refund } from '../reversals.ts';
import { noSuch, WireError } from '../wire-error.ts';
import type { Operation } from './answering.ts';
import { listPage, listParams } from './lists.ts';
import { flag, listOf, metadata, parseParams, wholeNumber } from './params.ts';
import { sessionParams } from './session-params.ts';

type Listed = { id: string; created: number; payment_intent?: unknown; charge?: unknown };

const expandOnly = z.strictObject({ expand: listOf(z.string()).optional() });
const byPayment = listParams.extend({ payment_intent: z.string().optional() });
const sessionList = byPayment.extend({ status: z.enum(['open', 'complete', 'expired']).optional() });
const reversalList = byPayment.extend({ charge: z.string().optional() });
const codeList = listParams.extend({ code: z.string().optional(), active: flag.optional() });
const refundParams = z.strictObject({
  payment_intent: z.string().optional(),
  charge: z.string().optional(),
  amount: wholeNumber(1).optional(),
  reason: z.enum(['duplicate', 'fraudulent', 'requested_by_customer']).optional(),
  metadata: metadata.optional(),
  expand: listOf(z.string()).optional(),
});

function idOf(req: Request): string {
  return String(req.params.id);
}

/** API calls about checkout sessions and their promotion codes. */
export function sessionOperations(context: SandboxContext): Record<string, Operation> {
  return {
    'POST /v1/checkout/sessions': (req) => createSession(context, parseParams(sessionParams, req.body)),
    'GET /v1/checkout/sessions/:id': (req) => {
      parseParams(expandOnly, req.query);
      return readSession(context, idOf(req)).session;
    },
    'POST /v1/checkout/sessions/:id/expire': (req) => {
      parseParams(expandOnly, req.body);
      return expireSession(context, idOf(req));
    },
    'GET /v1/checkout/sessions': (req) => {
      const params = parseParams(sessionList, req.query);
      expireDue(context);
      const sessions = [...context.state.sessions.values()]
        .map(({ session }) => session)
        .filter(({ status }) => params.status === undefined || status === params.status)
        .filter(belongsTo(params));
      return listPage(sessions, params, req.path);
    },
    'GET /v1/promotion_codes': (req) => {
      const params = parseParams(codeList, req.query);
      const wanted = params.code?.toUpperCase();
      const codes = promotionCodes.filter(
        ({ code, active }) =>
          (wanted === undefined || code === wanted) && (params.active ?? active) === active,
      );
      return listPage(codes, params, req.path);
    },
  };
}

/** API calls about payments, refunds and disputes. */
export function paymentOperations(context: SandboxContext): Record<string, Operation> {
  const { state } = context;
  return {
    'GET /v1/payment_intents/:id': reading(state.paymentIntents, 'payment_intent'),
    'GET /v1/payment_intents': listing(state.paymentIntents, listParams),
    'GET /v1/charges/:id': reading(state.charges, 'charge'),
    'GET /v1/charges': listing(state.charges, byPayment),
    'GET /v1/refunds/:id': reading(state.refunds, 'refund'),
    'GET /v1/refunds': listing(state.refunds, reversalList),
    'GET /v1/disputes/:id': reading(state.disputes, 'dispute'),
    'GET /v1/disputes': listing(state.disputes, reversalList),
    'POST /v1/refunds': (req) => {
      const params = parseParams(refundParams, req.body);
      const { payment_intent: paymentIntentId, charge: chargeId, amount, reason } = params;
      if (paymentIntentId === undefined && chargeId === undefined) {
        const message =
          'One of the following params should be provided for this request: payment_intent or charge.';
        throw new WireError(message, { code: 'parameter_missing', param: 'payment_intent' });
      }
      return refund(context, { paymentIntentId, chargeId, amount, reason, metadata: params.metadata });
    },
  };
}

function reading(objects: Map<string, object>, kind: string): Operation {
  return (req) => {
    parseParams(expandOnly, req.query);
    const found = objects.get(idOf(req));
    if (!found) throw noSuch(kind, idOf(req));
    return found;
  };
}

type Filters = z.output<typeof listParams> & {
  payment_intent?: string | undefined;
  charge?: string | undefined;
};

function listing(objects: Map<string, Listed>, schema: z.ZodType<Filters>): Operation {
  return (req) => {
    const params = parseParams(schema, req.query);
    return listPage([...objects.values()].filter(belongsTo(params)), params, req.path);
  };
}

function belongsTo(wanted: Pick<Filters, 'payment_intent' | 'charge'>): (object: Listed) => boolean {
  return ({ payment_intent: intent, charge }) =>
    (wanted.payment_intent === undefined || intent === wanted.payment_intent) &&
    (wanted.charge === undefined || charge === wanted.charge);
}
