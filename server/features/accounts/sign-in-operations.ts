import { z } from 'zod';
import { signInSchema, signUpSchema, userSchema } from '#shared/schemas/auth.ts';
import { AppError } from '#server/platform/errors.ts';
import { accountOf, logSecurityEvent } from '#server/platform/logging/security-log.ts';
import type { Context } from '#server/rpc/context.ts';
import { exampleIds } from '#server/rpc/example-ids.ts';
import { perAddress } from '#server/rpc/limits.ts';
import { operation, success, successSchema } from '#server/rpc/operation.ts';
import { signIn, signUp } from './accounts.ts';
import { completeSignIn, endPreviousSession } from './complete-sign-in.ts';

/** Somebody who is not signed in yet waits in the turn of the account that they name. */
const depsFor = ({ deps }: Context, { email }: { email: string }) => ({
  ...deps,
  passwords: deps.passwords.for({ account: email }),
});

const email = 'rosa@example.com';
const password = 'a walk by the sea';
export const userResultSchema = z.object({ user: userSchema });
export const exampleUser = { user: { id: exampleIds.userId, email, verified: false, deletesAt: null } };

export const signInOperations = {
  signUp: operation({
    summary: 'Creates an account, signs it in and grants the free credit.',
    access: 'public',
    limit: perAddress('signUp'),
    rest: {
      id: 'signUp',
      tag: 'Sign-in',
      method: 'post',
      path: '/api/auth/signup',
      status: 201,
      errors: [
        'invalid_email',
        'disposable_email',
        'password_too_short',
        'password_too_long',
        'password_common',
        'email_taken',
        'too_many_requests',
      ],
      example: { email, password },
      result: exampleUser,
    },
  })
    .input(signUpSchema)
    .output(userResultSchema)
    .mutation(async ({ ctx, input }) =>
      completeSignIn(ctx, await signUp(depsFor(ctx, input), input, ctx), 'sign-up'),
    ),

  signIn: operation({
    summary: 'Signs in and sets the session cookie.',
    access: 'public',
    limit: 'own',
    rest: {
      id: 'signIn',
      tag: 'Sign-in',
      method: 'post',
      path: '/api/auth/login',
      errors: ['invalid_email', 'password_required', 'wrong_credentials', 'too_many_requests'],
      example: { email, password },
      result: exampleUser,
    },
  })
    .input(signInSchema)
    .output(userResultSchema)
    .mutation(async ({ ctx, input }) => {
      const { deps, address, reportLimit } = ctx;
      const account = input.email.toLowerCase();
      await deps.limiters.logIn.take(address, account, reportLimit);
      const entered = await signIn(depsFor(ctx, input), input, ctx).catch((error: unknown) => {
        if (error instanceof AppError && error.code === 'wrong_credentials')
          logSecurityEvent(deps.logger, 'sign_in_failed', { address, account: accountOf(input.email) });
        throw error;
      });
      await deps.limiters.logIn.forgive(address, account);
      return completeSignIn(ctx, entered, 'password');
    }),

  signOut: operation({
    summary: 'Ends the session on the server and in the browser. Does nothing if nobody is signed in.',
    access: 'public',
    limit: 'none',
    rest: {
      id: 'signOut',
      tag: 'Sign-in',
      method: 'post',
      path: '/api/auth/logout',
      errors: [],
      result: success,
    },
  })
    .output(successSchema)
    .mutation(async ({ ctx }) => {
      await endPreviousSession(ctx);
      ctx.clearSessionCookie();
      if (ctx.auth)
        logSecurityEvent(ctx.deps.logger, 'signed_out', { account: accountOf(ctx.auth.user.email) });
      return success;
    }),

  me: operation({
    summary: 'Returns the signed-in user.',
    access: 'public',
    rest: {
      id: 'getUser',
      tag: 'Sign-in',
      method: 'get',
      path: '/api/auth/me',
      signedIn: true,
      errors: [],
      output: userResultSchema,
      result: exampleUser,
      respond({ user }: { user: z.output<typeof userSchema> | null }) {
        if (!user) throw new AppError('not_signed_in');
        return { user };
      },
    },
  })
    .output(z.object({ user: userSchema.nullable() }))
    .query(({ ctx }) => ({ user: ctx.auth?.user ?? null })),
};
