import express, { type Request, Router } from 'express';
import type { Deps } from '../deps.ts';
import { followHint } from '../features/payments/hints.ts';
import { requirePayments } from '../features/payments/deps.ts';
import { AppError } from '../platform/errors.ts';
import { logSecurityEvent } from '../platform/security-log.ts';
import { InvalidSignatureError, type PaymentHint } from '../providers/payments/types.ts';

/**
 * `/api/stripe/webhook`: signed messages of the payment provider. 200 once what it says has been done, or is of no
 * concern; 400 `invalid_signature`; 5xx where it could not be done, so that it is sent again. The signature is over
 * the bytes of the body, which is why this stands before any parser; it is what vouches for the sender, so the origin
 * guard has no say.
 */
export function stripeWebhook(deps: Pick<Deps, 'db' | 'queue' | 'payments' | 'logger'>): Router {
  const router = Router();
  router.post('/', express.raw({ type: () => true, limit: '100kb' }), async (req, res) => {
    await followHint(deps, readSigned(deps, req));
    res.json({ received: true });
  });
  return router;
}

function readSigned(deps: Pick<Deps, 'payments' | 'logger'>, req: Request): PaymentHint {
  const body: unknown = req.body;
  try {
    return requirePayments(deps).readHint(
      Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      req.get('stripe-signature'),
    );
  } catch (error) {
    if (!(error instanceof InvalidSignatureError)) throw error;
    logSecurityEvent(deps.logger, 'webhook_forged', { address: req.ip ?? 'unknown' });
    throw new AppError('invalid_signature', { cause: error });
  }
}
