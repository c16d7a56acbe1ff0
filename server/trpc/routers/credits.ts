import { balanceSchema } from '../../../shared/schemas/credits.ts';
import { getBalance } from '../../features/credits/ledger.ts';
import { protectedProcedure, router } from '../init.ts';

export const creditsRouter = router({
  balance: protectedProcedure
    .output(balanceSchema)
    .query(async ({ ctx }) => ({ credits: await getBalance(ctx.deps.db, ctx.auth.user.id) })),
});
