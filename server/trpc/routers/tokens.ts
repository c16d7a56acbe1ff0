import { z } from 'zod';
import {
  createdTokenSchema,
  newTokenSchema,
  tokenRefSchema,
  tokenSchema,
} from '../../../shared/schemas/tokens.ts';
import { createApiToken, listApiTokens, revokeApiToken } from '../../features/tokens/tokens.ts';
import { protectedProcedure, router, sessionProcedure, withRecentPassword } from '../init.ts';

/** API tokens, which authenticate a user's programs; can't be managed with tokens themselves. */
export const tokensRouter = router({
  /** Only this answer contains the token itself. */
  create: sessionProcedure
    .use(withRecentPassword)
    .input(newTokenSchema)
    .output(createdTokenSchema)
    .mutation(({ ctx: { deps, auth, language, storeAnswer }, input }) => {
      const maker = { userId: auth.user.id, sessionId: auth.sessionId, language };
      return createApiToken(deps, maker, input, storeAnswer);
    }),

  list: protectedProcedure
    .output(z.array(tokenSchema))
    .query(({ ctx }) => listApiTokens(ctx.deps.db, ctx.auth.user.id)),

  revoke: protectedProcedure
    .input(tokenRefSchema)
    .output(z.object({ success: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await revokeApiToken(ctx.deps.db, ctx.auth.user.id, input.id);
      return { success: true as const };
    }),
});
