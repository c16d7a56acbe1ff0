import {
  forgotSchema,
  type LinkPurpose,
  linkPurposes,
  mailLinkSchema,
  resetSchema,
  verifiedSchema,
  verifySchema,
} from '#shared/schemas/auth.ts';
import { AppError } from '#server/platform/errors.ts';
import { perAddress } from '#server/rpc/limits.ts';
import { operation, success, successSchema } from '#server/rpc/operation.ts';
import { findToken } from './account-tokens.ts';
import { completeSignIn } from './complete-sign-in.ts';
import { cancelDeletionByLink } from './deletion.ts';
import { requestReset, resetPassword } from './passwords/reset.ts';
import { exampleUser, userResultSchema } from './sign-in-operations.ts';
import { requestVerification, verifyAddress } from './addresses/verification.ts';

const token = 'what-the-link-in-the-mail-holds-after-token';

/** Whether a limit refuses. */
async function isRefused(taking: Promise<void>): Promise<boolean> {
  try {
    await taking;
    return false;
  } catch (error) {
    if (error instanceof AppError && error.code === 'too_many_requests') return true;
    throw error;
  }
}

// Those that cost mails or password hashing and need no session have a limit of their own.
export const recoveryOperations = {
  forgot: operation({
    summary:
      'Mails a link to set a new password, if the account exists. The response and its timing are the same if it does not.',
    access: 'public',
    limit: perAddress('recovery'),
    rest: {
      id: 'requestPasswordReset',
      tag: 'Sign-in',
      method: 'post',
      path: '/api/auth/forgot',
      status: 202,
      errors: ['invalid_email', 'too_many_requests'],
      example: { email: 'rosa@example.com' },
      result: success,
    },
  })
    .input(forgotSchema)
    .output(successSchema)
    .mutation(async ({ ctx: { deps, language }, input: { email } }) => {
      // A refusal would reveal that somebody else has asked for this address, and lock out its owner.
      const often = await isRefused(deps.limiters.accountMail.take(email));
      await requestReset(deps, { email, language, often });
      return success;
    }),

  reset: operation({
    summary:
      'Sets the password with the token of that link, which works once. Ends all sessions and starts a new one.',
    access: 'public',
    limit: perAddress('recovery'),
    rest: {
      id: 'resetPassword',
      tag: 'Sign-in',
      method: 'post',
      path: '/api/auth/reset',
      errors: ['mail_link_unknown', 'password_too_short', 'password_too_long', 'password_common'],
      example: { token, password: 'a walk by the sea' },
      result: exampleUser,
    },
  })
    .input(resetSchema)
    .output(userResultSchema)
    .mutation(async ({ ctx, input }) =>
      completeSignIn(ctx, await resetPassword(ctx.deps, input, ctx.userAgent), 'reset'),
    ),

  // No query, whose input would be part of an address, and thereby of logs.
  link: operation({
    summary:
      'Returns what the token of a mail would do, and changes nothing: pages ask before they act, because mail scanners open links.',
    access: 'public',
  })
    .input(verifySchema)
    .output(mailLinkSchema)
    .mutation(async ({ ctx, input }) => {
      const { purpose, email } = await findToken(ctx.deps.db, input.token, linkPurposes);
      return { purpose: purpose as LinkPurpose, email };
    }),

  verify: operation({
    summary:
      'Verifies an e-mail address with the token of a mail, which may also make it the account’s address. Requires no session.',
    access: 'public',
    rest: {
      id: 'verifyEmail',
      tag: 'Sign-in',
      method: 'post',
      path: '/api/auth/verify',
      errors: ['mail_link_unknown', 'email_taken'],
      example: { token },
      output: successSchema,
      result: success,
      respond: () => success,
    },
  })
    .input(verifySchema)
    .output(verifiedSchema)
    .mutation(async ({ ctx, input: { token } }) => {
      return { success: true, did: await verifyAddress(ctx.deps, { token, language: ctx.language }) };
    }),

  keep: operation({
    summary: 'Cancels an account’s erasure with the token of a mail. Requires no session.',
    access: 'public',
  })
    .input(verifySchema)
    .output(successSchema)
    .mutation(async ({ ctx, input }) => {
      await cancelDeletionByLink(ctx.deps.db, input.token);
      return success;
    }),

  sendVerification: operation({ summary: 'Mails the verification link again.', access: 'session' })
    .output(successSchema)
    .mutation(async ({ ctx: { deps, auth, language } }) => {
      await deps.limiters.accountMail.take(auth.user.email);
      await requestVerification(deps.queue, deps.db, { userId: auth.user.id, language });
      return success;
    }),
};
