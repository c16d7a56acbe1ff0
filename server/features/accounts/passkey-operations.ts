import { z } from 'zod';
import {
  addPasskeySchema,
  beginPasskeySchema,
  creationOptionsSchema,
  passkeyRefSchema,
  passkeySchema,
  passkeySignInSchema,
  requestOptionsSchema,
} from '#shared/schemas/passkeys.ts';
import { AppError } from '#server/platform/errors.ts';
import { logSecurityEvent } from '#server/platform/logging/security-log.ts';
import type { Context } from '#server/rpc/context.ts';
import type { AddressLimit } from '#server/rpc/limits.ts';
import { operation, success, successSchema } from '#server/rpc/operation.ts';
import { completeSignIn, withPassword } from './complete-sign-in.ts';
import {
  beginPasskeyConfirmation,
  beginPasskeySignIn,
  confirmByPasskey,
  signInByPasskey,
} from './passkeys/passkey-sign-in.ts';
import { addPasskey, beginPasskey, listPasskeys, removePasskey } from './passkeys/passkeys.ts';
import { userResultSchema } from './sign-in-operations.ts';

/** Logs a rejected passkey, and throws its error again. */
const noteRefusal =
  ({ deps, address }: Context) =>
  (error: unknown): never => {
    if (error instanceof AppError)
      logSecurityEvent(deps.logger, 'sign_in_failed', { address, reason: 'passkey' });
    throw error;
  };

/** Every challenge counts as an attempt. */
const takeAttempt: AddressLimit = ({ deps, address, reportLimit }) =>
  deps.limiters.logIn.takeAddress(address, reportLimit);

export const passkeyOperations = {
  list: operation({ summary: 'Lists the account’s passkeys.', access: 'session' })
    .output(z.array(passkeySchema))
    .query(({ ctx }) => listPasskeys(ctx.deps.db, ctx.auth.user.id)),

  begin: operation({
    summary: 'Returns the options for the browser to create a passkey.',
    access: 'session',
  })
    .input(beginPasskeySchema)
    .output(creationOptionsSchema)
    .mutation(({ ctx, input }) => withPassword(ctx, () => beginPasskey(ctx.deps, ctx.auth, input.password))),

  add: operation({ summary: 'Stores the created passkey.', access: 'session' })
    .input(addPasskeySchema)
    .output(passkeySchema)
    .mutation(({ ctx, input }) => addPasskey(ctx.deps, ctx.auth, { ...input, language: ctx.language })),

  remove: operation({ summary: 'Removes a passkey.', access: 'session' })
    .input(passkeyRefSchema)
    .output(successSchema)
    .mutation(async ({ ctx, input }) => {
      await removePasskey(ctx.deps.db, ctx.auth.user.id, input.id);
      return success;
    }),

  challenge: operation({
    summary: 'Returns the options for the browser to sign in with a passkey. Counts as an attempt.',
    access: 'public',
    limit: takeAttempt,
  })
    .output(requestOptionsSchema)
    .mutation(({ ctx }) => beginPasskeySignIn(ctx.deps)),

  beginConfirm: operation({
    summary:
      'Returns the options for the browser to confirm with a passkey of the user instead of the password.',
    access: 'session',
    limit: takeAttempt,
  })
    .output(requestOptionsSchema)
    .mutation(({ ctx }) => beginPasskeyConfirmation(ctx.deps, ctx.auth)),

  confirm: operation({
    summary: 'Does what `account.confirmPassword` does, with a passkey.',
    access: 'session',
  })
    .input(passkeySignInSchema)
    .output(successSchema)
    .mutation(async ({ ctx, input }) => {
      const { deps, auth, address } = ctx;
      await confirmByPasskey(deps, auth, input).catch(noteRefusal(ctx));
      await deps.limiters.logIn.forgiveAddress(address);
      return success;
    }),

  signIn: operation({ summary: 'Signs in with a passkey.', access: 'public' })
    .input(passkeySignInSchema)
    .output(userResultSchema)
    .mutation(async ({ ctx, input }) => {
      const { deps, address } = ctx;
      const entered = await signInByPasskey(deps, input, ctx.userAgent).catch(noteRefusal(ctx));
      await deps.limiters.logIn.forgiveAddress(address);
      return completeSignIn(ctx, entered, 'passkey');
    }),
};
