import { z } from 'zod';
import { purchaseEntrySchema } from '../../../shared/schemas/purchases.ts';
import { listPurchases } from '../../features/payments/list.ts';
import { router, sessionProcedure } from '../init.ts';

export const purchasesRouter = router({
  /** What the user has paid for, the newest first. */
  list: sessionProcedure
    .output(z.array(purchaseEntrySchema))
    .query(({ ctx }) => listPurchases(ctx.deps, ctx.auth.user.id, ctx.language)),
});
