import { z } from 'zod';
import {
  checkoutAnswerSchema,
  checkoutSchema,
  paymentAnswerSchema,
  sessionRefSchema,
} from '#shared/schemas/payments.ts';
import { purchaseEntrySchema, purchaseRefSchema, withdrawalSchema } from '#shared/schemas/purchases.ts';
import { perAccount } from '#server/rpc/limits.ts';
import { operation } from '#server/rpc/operation.ts';
import { startCheckout } from './purchasing/checkout.ts';
import { confirmPayment } from './purchasing/confirm.ts';
import { listPurchases } from './list.ts';
import { withdraw } from './withdrawals/withdrawal.ts';

/** Buying credits, beside what the ledger tells about them. */
export const checkoutOperations = {
  checkout: operation({
    summary:
      'Starts a checkout for a package. Returns the URL of the payment page, in the language asked for.',
    access: 'session',
    limit: perAccount('checkout'),
    paid: true,
    rest: {
      id: 'startCheckout',
      tag: 'Credits',
      method: 'post',
      path: '/api/credits/checkout',
      errors: ['invalid_package', 'invalid_request', 'too_many_requests', 'payments_unavailable'],
      example: { packageType: 'legacy', language: 'it' },
      result: { url: 'https://checkout.stripe.com/c/pay/cs_live_a1' },
    },
  })
    .input(checkoutSchema)
    .output(checkoutAnswerSchema)
    .mutation(({ ctx, input }) => startCheckout(ctx.deps, { user: ctx.auth.user, ...input })),

  confirm: operation({
    summary:
      'Returns the outcome of a payment, to its buyer only, and credits it if it is paid and not credited yet. Amounts are in cents.',
    access: 'session',
    limit: perAccount('confirm'),
    paid: true,
    rest: {
      id: 'confirmPayment',
      tag: 'Credits',
      method: 'get',
      path: '/api/checkout/success',
      errors: ['payment_not_found', 'too_many_requests', 'payments_unavailable'],
      query: {
        sessionId: {
          name: 'session_id',
          description: 'The checkout session, as the payment page returned it.',
        },
      },
      result: { success: true, credits: 13, amountPaid: 2900, packagePrice: 2900 },
    },
  })
    .input(sessionRefSchema)
    .output(paymentAnswerSchema)
    .mutation(({ ctx, input }) => confirmPayment(ctx.deps, ctx.auth.user.id, input.sessionId)),
};

export const purchaseOperations = {
  list: operation({ summary: 'Lists the paid purchases, newest first.', access: 'session' })
    .output(z.array(purchaseEntrySchema))
    .query(({ ctx }) => listPurchases(ctx.deps, ctx.auth.user.id, ctx.language)),

  withdraw: operation({
    summary:
      'Withdraws from the unused part of a purchase: takes its credits back, refunds its money and confirms by mail.',
    access: 'session',
    limit: perAccount('checkout'),
  })
    .input(purchaseRefSchema)
    .output(withdrawalSchema)
    .mutation(async ({ ctx, input }) => {
      const { deps, auth, language } = ctx;
      const order = { userId: auth.user.id, sessionId: input.id, language };
      const { credits, amount, createdAt } = await withdraw(deps, order);
      return { credits, amount, declaredAt: createdAt.toISOString() };
    }),
};
