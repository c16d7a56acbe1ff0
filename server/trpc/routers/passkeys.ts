import { z } from 'zod';
import { userSchema } from '../../../shared/schemas/auth.ts';
import {
  addPasskeySchema,
  beginPasskeySchema,
  creationOptionsSchema,
  passkeyRefSchema,
  passkeySchema,
  passkeySignInSchema,
  requestOptionsSchema,
} from '../../../shared/schemas/passkeys.ts';
import {
  beginPasskeyConfirmation,
  beginPasskeySignIn,
  confirmByPasskey,
  signInByPasskey,
} from '../../features/accounts/passkey-sign-in.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from '../../features/accounts/passkeys.ts';
import { AppError } from '../../platform/errors.ts';
import { logSecurityEvent } from '../../platform/security-log.ts';
import type { Context } from '../context.ts';
import { limitedProcedure, publicProcedure, router, sessionProcedure } from '../init.ts';
import { withPassword } from './account.ts';
import { completeSignIn } from './auth.ts';

/** Logs a rejected passkey, and throws its error again. */
const noteRefusal =
  ({ deps, address }: Context) =>
  (error: unknown): never => {
    if (error instanceof AppError)
      logSecurityEvent(deps.logger, 'sign_in_failed', { address, reason: 'passkey' });
    throw error;
  };

export const passkeysRouter = router({
  list: sessionProcedure
    .output(z.array(passkeySchema))
    .query(({ ctx }) => listPasskeys(ctx.deps.db, ctx.auth.user.id)),

  /** The options for the browser to create a new passkey. */
  begin: sessionProcedure
    .input(beginPasskeySchema)
    .output(creationOptionsSchema)
    .mutation(({ ctx, input }) => withPassword(ctx, () => beginPasskey(ctx.deps, ctx.auth, input.password))),

  /** Stores the created passkey. */
  add: sessionProcedure
    .input(addPasskeySchema)
    .output(passkeySchema)
    .mutation(({ ctx, input }) => addPasskey(ctx.deps, ctx.auth, { ...input, language: ctx.language })),

  remove: sessionProcedure
    .input(passkeyRefSchema)
    .output(z.object({ success: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await removePasskey(ctx.deps.db, ctx.auth.user.id, input.id);
      return { success: true as const };
    }),

  /** The options for the browser to sign in with a passkey. Each counts as an attempt. */
  challenge: limitedProcedure.output(requestOptionsSchema).mutation(async ({ ctx }) => {
    await ctx.deps.limiters.logIn.takeAddress(ctx.address, ctx.reportLimit);
    return beginPasskeySignIn(ctx.deps);
  }),

  /** The options for the browser to confirm with a passkey of the user, instead of the password. */
  beginConfirm: sessionProcedure.output(requestOptionsSchema).mutation(async ({ ctx }) => {
    await ctx.deps.limiters.logIn.takeAddress(ctx.address, ctx.reportLimit);
    return beginPasskeyConfirmation(ctx.deps, ctx.auth);
  }),

  /** Does what `account.confirmPassword` does, with a passkey. */
  confirm: sessionProcedure
    .input(passkeySignInSchema)
    .output(z.object({ success: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      const { deps, auth, address } = ctx;
      await confirmByPasskey(deps, auth, input).catch(noteRefusal(ctx));
      await deps.limiters.logIn.forgiveAddress(address);
      return { success: true as const };
    }),

  signIn: publicProcedure
    .input(passkeySignInSchema)
    .output(z.object({ user: userSchema }))
    .mutation(async ({ ctx, input }) => {
      const { deps, address } = ctx;
      const entered = await signInByPasskey(deps, input, ctx.userAgent).catch(noteRefusal(ctx));
      await deps.limiters.logIn.forgiveAddress(address);
      return completeSignIn(ctx, entered, 'passkey');
    }),
});
