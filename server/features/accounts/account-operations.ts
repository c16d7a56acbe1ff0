import { z } from 'zod';
import { accessSchema, answerAccessesSchema, wayBackSchema } from '#shared/schemas/accesses.ts';
import {
  changeEmailSchema,
  changePasswordSchema,
  confirmPasswordSchema,
  deleteAccountSchema,
  sessionEntrySchema,
  sessionIdSchema,
} from '#shared/schemas/account.ts';
import { exampleIds } from '#server/rpc/example-ids.ts';
import { operation, success, successSchema } from '#server/rpc/operation.ts';
import { requestEmailChange } from './addresses/change-email.ts';
import { listWaysBack } from './addresses/move-address.ts';
import { changePassword } from './passwords/change-password.ts';
import { withPassword } from './complete-sign-in.ts';
import { confirmPassword } from './passwords/confirm-password.ts';
import { answerAccesses, listAccesses } from './credentials.ts';
import { cancelDeletion, requestDeletion } from './deletion.ts';
import { endOtherSessions, endSession, listSessions } from './session-list.ts';

const password = 'a walk by the sea';

export const accountOperations = {
  changePassword: operation({
    summary: 'Changes the password after checking the current one, and ends every other session.',
    access: 'session',
    rest: {
      id: 'changePassword',
      tag: 'Account',
      method: 'post',
      path: '/api/auth/password',
      errors: [
        'password_required',
        'password_too_short',
        'password_too_long',
        'password_common',
        'wrong_credentials',
        'too_many_requests',
      ],
      example: { current: password, password: 'a walk in the woods' },
      result: success,
    },
  })
    .input(changePasswordSchema)
    .output(successSchema)
    .mutation(async ({ ctx, input }) => {
      const { deps, auth, language } = ctx;
      await withPassword(ctx, () => changePassword(deps, auth, { ...input, language }));
      return success;
    }),

  changeEmail: operation({
    summary: 'Mails a link to a new address that makes it the account’s.',
    access: 'session',
  })
    .input(changeEmailSchema)
    .output(successSchema)
    .mutation(async ({ ctx, input }) => {
      const { deps, auth, language } = ctx;
      await deps.limiters.accountMail.take(input.email);
      await withPassword(ctx, () => requestEmailChange(deps, auth.user.id, { ...input, language }));
      return success;
    }),

  sessions: operation({
    summary: 'Lists the user’s sessions, this one first.',
    access: 'session',
    rest: {
      id: 'listSessions',
      tag: 'Account',
      method: 'get',
      path: '/api/auth/sessions',
      errors: [],
      result: [
        {
          id: exampleIds.sessionId,
          browser: 'Firefox',
          system: 'Android',
          current: true,
          signedInAt: '2026-11-20T18:04:05.000Z',
          seenAt: '2026-11-22T09:30:00.000Z',
        },
      ],
    },
  })
    .output(z.array(sessionEntrySchema))
    .query(({ ctx }) => listSessions(ctx.deps.db, ctx.auth)),

  endSession: operation({
    summary: 'Ends one of the sessions.',
    access: 'session',
    rest: {
      id: 'endSession',
      tag: 'Account',
      method: 'delete',
      path: '/api/auth/sessions/{id}',
      errors: ['not_found'],
      result: success,
    },
  })
    .input(sessionIdSchema)
    .output(successSchema)
    .mutation(async ({ ctx, input }) => {
      await endSession(ctx.deps.db, ctx.auth, input.id);
      return success;
    }),

  endOtherSessions: operation({ summary: 'Ends all other sessions.', access: 'session' })
    .output(z.object({ ended: z.number() }))
    .mutation(async ({ ctx }) => ({ ended: await endOtherSessions(ctx.deps.db, ctx.auth) })),

  confirmPassword: operation({
    summary:
      'Confirms that the user is present, for operations that ask for the password again after ten minutes.',
    access: 'session',
  })
    .input(confirmPasswordSchema)
    .output(successSchema)
    .mutation(async ({ ctx, input }) => {
      await withPassword(ctx, () => confirmPassword(ctx.deps, ctx.auth, input.password));
      return success;
    }),

  accesses: operation({
    summary:
      'Lists what gives access to something of the account without its password, including what a recovery has suspended.',
    access: 'session',
  })
    .output(z.array(accessSchema))
    .query(({ ctx }) => listAccesses(ctx.deps.db, ctx.auth.user.id)),

  waysBack: operation({
    summary: 'Lists the former addresses of the account whose readers can still take it back.',
    access: 'session',
  })
    .output(z.array(wayBackSchema))
    .query(({ ctx }) => listWaysBack(ctx.deps.db, ctx.auth.user.id)),

  answerAccesses: operation({
    summary: 'Keeps some of these or enables them again, and ends others permanently.',
    access: 'session',
    recentPassword: true,
  })
    .input(answerAccessesSchema)
    .output(z.array(accessSchema))
    .mutation(async ({ ctx, input }) => {
      await answerAccesses(ctx.deps.db, ctx.auth.sessionId, input);
      return listAccesses(ctx.deps.db, ctx.auth.user.id);
    }),

  requestDeletion: operation({
    summary:
      'Schedules the account for erasure in 7 days and signs it out everywhere. Until then it can be kept.',
    access: 'session',
    rest: {
      id: 'deleteAccount',
      tag: 'Account',
      method: 'delete',
      path: '/api/account',
      status: 202,
      errors: ['password_required', 'password_too_long', 'wrong_credentials', 'too_many_requests'],
      example: { password },
      result: { deletesAt: '2026-11-29T09:30:00.000Z' },
    },
  })
    .input(deleteAccountSchema)
    .output(z.object({ deletesAt: z.string() }))
    .mutation(async ({ ctx, input: { password } }) => {
      const { deps, auth, language } = ctx;
      const deletesAt = await withPassword(ctx, () =>
        requestDeletion(deps, auth.user.id, { password, language }),
      );
      ctx.clearSessionCookie();
      return { deletesAt };
    }),

  keep: operation({ summary: 'Cancels the erasure of the account.', access: 'session' })
    .output(successSchema)
    .mutation(async ({ ctx }) => {
      await cancelDeletion(ctx.deps.db, ctx.auth.user.id);
      return success;
    }),
};
