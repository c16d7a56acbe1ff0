import { z } from 'zod';
import {
  forgotSchema,
  resetSchema,
  userSchema,
  verifiedSchema,
  verifySchema,
} from '../../../shared/schemas/auth.ts';
import { cancelDeletionByLink } from '../../features/accounts/deletion.ts';
import { requestReset, resetPassword } from '../../features/accounts/reset.ts';
import { requestVerification, verifyAddress } from '../../features/accounts/verification.ts';
import { AppError } from '../../platform/errors.ts';
import { limitedProcedure, protectedProcedure, publicProcedure, router } from '../init.ts';
import { completeSignIn } from './auth.ts';

const done = z.object({ success: z.literal(true) });
const success = { success: true } as const;

/** For calls that cost mails or password hashing and need no session. */
const recoveryProcedure = limitedProcedure.use(async ({ ctx, next }) => {
  await ctx.deps.limiters.recovery.take(ctx.address, ctx.reportLimit);
  return next();
});

export const recoveryRouter = router({
  /**
   * Mails a link to set a new password, if the account exists. The answer and its timing are the same if it does not.
   */
  forgot: recoveryProcedure
    .input(forgotSchema)
    .output(done)
    .mutation(async ({ ctx: { deps, language }, input: { email } }) => {
      try {
        await deps.limiters.accountMail.take(email);
        await requestReset(deps, { email, language });
      } catch (error) {
        // A refusal would reveal that somebody else has asked for this address.
        if (!(error instanceof AppError && error.code === 'too_many_requests')) throw error;
      }
      return success;
    }),

  /** Sets the password with the token of that link, ends all sessions, and starts a new one here. */
  reset: recoveryProcedure
    .input(resetSchema)
    .output(z.object({ user: userSchema }))
    .mutation(async ({ ctx, input }) =>
      completeSignIn(ctx, await resetPassword(ctx.deps, input, ctx.userAgent), 'reset'),
    ),

  /** Verifies an address by the token of a mail, which may also make it the account's; works without signing in. */
  verify: publicProcedure
    .input(verifySchema)
    .output(verifiedSchema)
    .mutation(async ({ ctx, input: { token } }) => {
      return { success: true, did: await verifyAddress(ctx.deps, { token, language: ctx.language }) };
    }),

  /** Cancels an account's erasure by the link of a mail, without signing in. */
  keep: publicProcedure
    .input(verifySchema)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await cancelDeletionByLink(ctx.deps.db, input.token);
      return success;
    }),

  /** Mails the verification link again. */
  sendVerification: protectedProcedure.output(done).mutation(async ({ ctx: { deps, auth, language } }) => {
    await deps.limiters.accountMail.take(auth.user.email);
    await requestVerification(deps.queue, deps.db, { userId: auth.user.id, language });
    return success;
  }),
});
