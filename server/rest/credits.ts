import { Router } from 'express';
import type { CheckoutRequest } from '../../shared/schemas/payments.ts';
import type { Deps } from '../deps.ts';
import { call } from './call.ts';

/** `/api/credits/…` */
export function creditRoutes(deps: Deps): Router {
  const router = Router();
  router.get(
    '/balance',
    call(deps, async (caller, _req, res) => res.json(await caller.credits.balance())),
  );
  router.post(
    '/checkout',
    call(deps, async (caller, req, res) =>
      res.json(await caller.credits.checkout(req.body as CheckoutRequest)),
    ),
  );
  return router;
}

/** `/api/checkout/…` */
export function checkoutRoutes(deps: Deps): Router {
  const router = Router();
  router.get(
    '/success',
    call(deps, async (caller, req, res) => {
      const sessionId = req.query['session_id'] as string;
      res.json(await caller.credits.confirm({ sessionId }));
    }),
  );
  return router;
}
