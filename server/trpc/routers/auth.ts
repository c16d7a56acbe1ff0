import { z } from 'zod';
import { signInSchema, signUpSchema, userSchema } from '../../../shared/schemas/auth.ts';
import { signIn, signUp } from '../../features/accounts/accounts.ts';
import type { Context } from '../context.ts';
import { publicProcedure, router } from '../init.ts';

/** A browser that signs in anew, or opens another account, leaves its former session behind for good. */
async function leaveFormerSession({ auth, deps }: Context): Promise<void> {
  if (auth) await deps.sessions.end(auth.sessionId);
}

const userAnswer = z.object({ user: userSchema });

export const authRouter = router({
  /** Who is signed in; `user` is null if nobody is. */
  me: publicProcedure
    .output(z.object({ user: userSchema.nullable() }))
    .query(({ ctx }) => ({ user: ctx.auth?.user ?? null })),

  signUp: publicProcedure
    .use(async ({ ctx, next }) => {
      await ctx.deps.limiters.signUp.take(ctx.address);
      return next();
    })
    .input(signUpSchema)
    .output(userAnswer)
    .mutation(async ({ ctx, input }) => {
      const { user, token } = await signUp(ctx.deps, input);
      await leaveFormerSession(ctx);
      ctx.setSessionCookie(token);
      return { user };
    }),

  signIn: publicProcedure
    .input(signInSchema)
    .use(async ({ ctx, input, next }) => {
      await ctx.deps.limiters.logIn.take(ctx.address, input.email.toLowerCase());
      return next();
    })
    .output(userAnswer)
    .mutation(async ({ ctx, input }) => {
      const { user, token } = await signIn(ctx.deps, input);
      await ctx.deps.limiters.logIn.forgive(ctx.address, input.email.toLowerCase());
      await leaveFormerSession(ctx);
      ctx.setSessionCookie(token);
      return { user };
    }),

  /** Ends the session on the server and in the browser. Does no harm when nobody is signed in. */
  signOut: publicProcedure.output(z.object({ success: z.literal(true) })).mutation(async ({ ctx }) => {
    if (ctx.auth) await ctx.deps.sessions.end(ctx.auth.sessionId);
    ctx.clearSessionCookie();
    return { success: true as const };
  }),
});
