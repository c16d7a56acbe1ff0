import express, { type Request, Router } from 'express';
import type { Deps } from '#server/composition/deps.ts';
import { handlePaymentEvent } from '#server/features/payments/payment-events.ts';
import { requirePayments } from '#server/features/payments/deps.ts';
import { AppError } from '#server/platform/errors.ts';
import { logSecurityEvent } from '#server/platform/logging/security-log.ts';
import { emit } from '#server/platform/logging/telemetry.ts';
import {
  InvalidSignatureError,
  type PaymentEvent,
  UntimelySignatureError,
} from '#server/providers/payments/types.ts';

/**
 * `/api/stripe/webhook`: signed messages from the payment provider. Answers 200 once a message has been handled or is
 * irrelevant, 400 `invalid_signature`, or 5xx if handling failed, so that the provider sends it again. Must be mounted
 * before any body parser, because the signature covers the raw bytes, and is exempt from the origin guard, because the
 * signature authenticates the sender.
 */
export function stripeWebhook(deps: Pick<Deps, 'db' | 'queue' | 'payments' | 'logger'>): Router {
  const router = Router();
  router.post('/', express.raw({ type: () => true, limit: '100kb' }), async (req, res) => {
    await handlePaymentEvent(deps, readSigned(deps, req));
    res.json({ received: true });
  });
  return router;
}

function readSigned(deps: Pick<Deps, 'payments' | 'logger'>, req: Request): PaymentEvent {
  const body: unknown = req.body;
  try {
    return requirePayments(deps).readEvent(
      Buffer.isBuffer(body) ? body : Buffer.alloc(0),
      req.get('stripe-signature'),
    );
  } catch (error) {
    if (!(error instanceof InvalidSignatureError)) throw error;
    const address = req.ip ?? 'unknown';
    if (error instanceof UntimelySignatureError) {
      emit('webhook-untimely', {});
      const times = { signedAt: error.signedAt.toISOString(), receivedAt: new Date().toISOString() };
      logSecurityEvent(deps.logger, 'webhook_untimely', { address, ...times });
    } else {
      logSecurityEvent(deps.logger, 'webhook_forged', { address });
    }
    throw new AppError('invalid_signature', { cause: error });
  }
}
