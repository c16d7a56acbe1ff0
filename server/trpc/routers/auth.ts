import { z } from 'zod';
import { signInSchema, signUpSchema, type User, userSchema } from '../../../shared/schemas/auth.ts';
import { signIn, signUp } from '../../features/accounts/accounts.ts';
import { AppError } from '../../platform/errors.ts';
import { accountOf, logSecurityEvent, type SecurityDetails } from '../../platform/security-log.ts';
import type { Context } from '../context.ts';
import { limitedProcedure, publicProcedure, router } from '../init.ts';

/** Signing in again, signing up or signing out in a browser permanently ends its previous session. */
async function endPreviousSession({ auth, deps }: Context): Promise<void> {
  if (auth?.by === 'session') await deps.sessions.end(auth.sessionId);
}

/** Sends a new session's token to the browser and logs the sign-in with its method. Returns the answer. */
export async function completeSignIn(
  ctx: Context,
  { user, token }: { user: User; token: string },
  by: NonNullable<SecurityDetails['by']>,
): Promise<{ user: User }> {
  await endPreviousSession(ctx);
  ctx.setSessionCookie(token);
  logSecurityEvent(ctx.deps.logger, 'signed_in', { account: accountOf(user.email), by });
  return { user };
}

/** Somebody who is not signed in yet waits in the turn of the account that they name. */
const depsFor = ({ deps }: Context, { email }: { email: string }) => ({
  ...deps,
  passwords: deps.passwords.for({ account: email }),
});

const userAnswer = z.object({ user: userSchema });

export const authRouter = router({
  /** The signed-in user; `user` is null if there is none. */
  me: publicProcedure
    .output(z.object({ user: userSchema.nullable() }))
    .query(({ ctx }) => ({ user: ctx.auth?.user ?? null })),

  signUp: limitedProcedure
    .use(async ({ ctx, next }) => {
      await ctx.deps.limiters.signUp.take(ctx.address, ctx.reportLimit);
      return next();
    })
    .input(signUpSchema)
    .output(userAnswer)
    .mutation(async ({ ctx, input }) => {
      return completeSignIn(ctx, await signUp(depsFor(ctx, input), input, ctx), 'sign-up');
    }),

  signIn: limitedProcedure
    .input(signInSchema)
    .use(async ({ ctx, input, next }) => {
      await ctx.deps.limiters.logIn.take(ctx.address, input.email.toLowerCase(), ctx.reportLimit);
      return next();
    })
    .output(userAnswer)
    .mutation(async ({ ctx, input }) => {
      const entered = await signIn(depsFor(ctx, input), input, ctx).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'wrong_credentials')
          logSecurityEvent(ctx.deps.logger, 'sign_in_failed', {
            address: ctx.address,
            account: accountOf(input.email),
          });
        throw error;
      });
      await ctx.deps.limiters.logIn.forgive(ctx.address, input.email.toLowerCase());
      return completeSignIn(ctx, entered, 'password');
    }),

  /** Ends the session on the server and in the browser. Does nothing if nobody is signed in. */
  signOut: limitedProcedure.output(z.object({ success: z.literal(true) })).mutation(async ({ ctx }) => {
    await endPreviousSession(ctx);
    ctx.clearSessionCookie();
    if (ctx.auth)
      logSecurityEvent(ctx.deps.logger, 'signed_out', { account: accountOf(ctx.auth.user.email) });
    return { success: true as const };
  }),
});
