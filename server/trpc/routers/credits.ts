import { tracked } from '@trpc/server';
import { balanceSchema, purchaseCountSchema } from '../../../shared/schemas/credits.ts';
import {
  checkoutAnswerSchema,
  checkoutSchema,
  creditHistorySchema,
  historyRequestSchema,
  paymentAnswerSchema,
  sessionRefSchema,
} from '../../../shared/schemas/payments.ts';
import { countPurchases, listEntries } from '../../features/credits/history.ts';
import { getBalance } from '../../features/credits/ledger.ts';
import { watchBalance } from '../../features/credits/watch.ts';
import { startCheckout } from '../../features/payments/checkout.ts';
import { confirmPayment } from '../../features/payments/confirm.ts';
import { personIdOf } from '../../http/caller.ts';
import { protectedProcedure, readProcedure, router } from '../init.ts';
import { openStream } from '../streams.ts';

/**
 * The user whose credits a caller sees: the account's owner, also with a test token, although that never spends any.
 */

export const creditsRouter = router({
  balance: readProcedure
    .output(balanceSchema)
    .query(async ({ ctx }) => ({ credits: await getBalance(ctx.deps.db, personIdOf(ctx.auth)) })),

  /** Like `balance`, sent immediately and at every change, for as long as the client listens. */
  watch: readProcedure.subscription(async function* ({ ctx, signal }) {
    using stream = openStream(ctx, signal);
    for await (const balance of watchBalance(ctx.deps, personIdOf(ctx.auth), stream.signal)) {
      yield tracked(String(balance.credits), balance);
    }
  }),

  /** The number of purchases so far: clients that see it grow know of a new one, in whatever tab it was made. */
  purchases: protectedProcedure
    .output(purchaseCountSchema)
    .query(({ ctx }) => countPurchases(ctx.deps.db, ctx.auth.user.id)),

  /** The latest changes of the balance, newest first. */
  history: readProcedure
    .input(historyRequestSchema.optional())
    .output(creditHistorySchema)
    .query(({ ctx, input }) =>
      listEntries(ctx.deps.db, ctx.auth.user.id, input ?? historyRequestSchema.parse({})),
    ),

  /** Opens the payment provider's page for a package. Throws `payments_unavailable` if nothing can be bought. */
  checkout: protectedProcedure
    .use(async ({ ctx, next }) => {
      await ctx.deps.limiters.checkout.take(ctx.auth.user.id, ctx.reportLimit);
      return next();
    })
    .input(checkoutSchema)
    .output(checkoutAnswerSchema)
    .mutation(({ ctx, input }) => startCheckout(ctx.deps, { user: ctx.auth.user, ...input })),

  /** The outcome of a payment, only for its buyer; credits it if it is paid and not credited yet. */
  confirm: protectedProcedure
    .use(async ({ ctx, next }) => {
      await ctx.deps.limiters.confirm.take(ctx.auth.user.id, ctx.reportLimit);
      return next();
    })
    .input(sessionRefSchema)
    .output(paymentAnswerSchema)
    .mutation(({ ctx, input }) => confirmPayment(ctx.deps, ctx.auth.user.id, input.sessionId)),
});
