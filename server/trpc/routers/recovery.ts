import { z } from 'zod';
import {
  forgotSchema,
  resetSchema,
  userSchema,
  verifiedSchema,
  verifySchema,
} from '../../../shared/schemas/auth.ts';
import { keepAccountByLink } from '../../features/accounts/deletion.ts';
import { requestReset, resetPassword } from '../../features/accounts/reset.ts';
import { requestVerification, verifyAddress } from '../../features/accounts/verification.ts';
import { AppError } from '../../platform/errors.ts';
import { limitedProcedure, protectedProcedure, publicProcedure, router } from '../init.ts';
import { enter } from './auth.ts';

const done = z.object({ success: z.literal(true) });
const success = { success: true } as const;

/** What costs mails or the hashing of a password, and needs no session. */
const recoveryProcedure = limitedProcedure.use(async ({ ctx, next }) => {
  await ctx.deps.limiters.recovery.take(ctx.address);
  return next();
});

export const recoveryRouter = router({
  /** Mails a link that sets a new password, if there is such an account. The answer is the same, and as quick, if there is none. */
  forgot: recoveryProcedure
    .input(forgotSchema)
    .output(done)
    .mutation(async ({ ctx: { deps, language }, input: { email } }) => {
      try {
        await deps.limiters.accountMail.take(email);
        await requestReset(deps, { email, language });
      } catch (error) {
        // A refusal would tell that somebody else has asked for this address.
        if (!(error instanceof AppError && error.code === 'too_many_requests')) throw error;
      }
      return success;
    }),

  /** Sets the password by the token of that link, ends every session, and begins a new one here. */
  reset: recoveryProcedure
    .input(resetSchema)
    .output(z.object({ user: userSchema }))
    .mutation(async ({ ctx, input }) =>
      enter(ctx, await resetPassword(ctx.deps, input, ctx.userAgent), 'reset'),
    ),

  /** Shows that an address is its owner's, which makes it the account's where that was asked for; nobody has to be signed in. */
  verify: publicProcedure
    .input(verifySchema)
    .output(verifiedSchema)
    .mutation(async ({ ctx, input: { token } }) => {
      return { success: true, did: await verifyAddress(ctx.deps, { token, language: ctx.language }) };
    }),

  /** Keeps, by the link of a mail, an account that was to be erased; nobody has to be signed in. */
  keep: publicProcedure
    .input(verifySchema)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await keepAccountByLink(ctx.deps.db, input.token);
      return success;
    }),

  /** Mails the link that verifies the address once more. */
  sendVerification: protectedProcedure.output(done).mutation(async ({ ctx: { deps, auth, language } }) => {
    await deps.limiters.accountMail.take(auth.user.email);
    await requestVerification(deps.queue, deps.db, { userId: auth.user.id, language });
    return success;
  }),
});
