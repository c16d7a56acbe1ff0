import { z } from 'zod';
import {
  purchaseEntrySchema,
  purchaseRefSchema,
  withdrawalSchema,
} from '../../../shared/schemas/purchases.ts';
import { listPurchases } from '../../features/payments/list.ts';
import { withdraw } from '../../features/payments/withdrawal.ts';
import { router, sessionProcedure } from '../init.ts';

export const purchasesRouter = router({
  /** The user's paid purchases, newest first. */
  list: sessionProcedure
    .output(z.array(purchaseEntrySchema))
    .query(({ ctx }) => listPurchases(ctx.deps, ctx.auth.user.id, ctx.language)),

  /** Withdraws from the unused part of a purchase: takes its credits back, refunds its money and confirms by mail. */
  withdraw: sessionProcedure
    .use(async ({ ctx, next }) => {
      await ctx.deps.limiters.checkout.take(ctx.auth.user.id, ctx.reportLimit);
      return next();
    })
    .input(purchaseRefSchema)
    .output(withdrawalSchema)
    .mutation(async ({ ctx, input }) => {
      const { deps, auth, language } = ctx;
      const order = { userId: auth.user.id, sessionId: input.id, language };
      const { credits, amount, createdAt } = await withdraw(deps, order);
      return { credits, amount, declaredAt: createdAt.toISOString() };
    }),
});
