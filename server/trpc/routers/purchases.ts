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
  /** What the user has paid for, the newest first. */
  list: sessionProcedure
    .output(z.array(purchaseEntrySchema))
    .query(({ ctx }) => listPurchases(ctx.deps, ctx.auth.user.id, ctx.language)),

  /** Withdraws from what is unused of a purchase: its credits go, its money comes back, and a mail says so. */
  withdraw: sessionProcedure
    .use(async ({ ctx, next }) => {
      await ctx.deps.limiters.checkout.take(ctx.auth.user.id, ctx.tellLimit);
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
