import { z } from 'zod';
import {
  changeEmailSchema,
  changePasswordSchema,
  confirmPasswordSchema,
  deleteAccountSchema,
  exportStatusSchema,
  sessionEntrySchema,
  sessionIdSchema,
} from '../../../shared/schemas/account.ts';
import { accessSchema, answerAccessesSchema } from '../../../shared/schemas/accesses.ts';
import { isFinal } from '../../../shared/status.ts';
import { requestEmailChange } from '../../features/accounts/change-email.ts';
import { changePassword } from '../../features/accounts/change-password.ts';
import { confirmPassword } from '../../features/accounts/confirm-password.ts';
import { answerAccesses, listAccesses } from '../../features/accounts/credentials.ts';
import { cancelDeletion, requestDeletion } from '../../features/accounts/deletion.ts';
import { endOtherSessions, endSession, listSessions } from '../../features/accounts/session-list.ts';
import { readExport, requestExport } from '../../features/exports/request.ts';
import { readMailPreference, setMailWanted } from '../../features/notifications/preference.ts';
import type { ActiveSession } from '../../features/accounts/sessions.ts';
import { AppError } from '../../platform/errors.ts';
import { accountOf, logSecurityEvent } from '../../platform/security-log.ts';
import type { Context } from '../context.ts';
import { protectedProcedure, router, sessionProcedure, withRecentPassword } from '../init.ts';

const done = z.object({ success: z.literal(true) });
const success = { success: true } as const;

/** Runs an action that asks for a password, under the sign-in limit: a stolen session must not allow guessing it. */
export async function withPassword<T>(
  { auth, deps, address, reportLimit }: Context & { auth: ActiveSession },
  action: () => Promise<T>,
) {
  const email = auth.user.email.toLowerCase();
  await deps.limiters.logIn.take(address, email, reportLimit);
  const result = await action().catch((error: unknown) => {
    if (error instanceof AppError && error.code === 'wrong_credentials')
      logSecurityEvent(deps.logger, 'sign_in_failed', {
        address,
        account: accountOf(email),
        reason: 'session',
      });
    throw error;
  });
  await deps.limiters.logIn.forgive(address, email);
  return result;
}

export const accountRouter = router({
  /** Changes the password after checking the current one, and signs out everywhere else. */
  changePassword: sessionProcedure
    .input(changePasswordSchema)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      const { deps, auth, language } = ctx;
      await withPassword(ctx, () => changePassword(deps, auth, { ...input, language }));
      return success;
    }),

  /** Mails a link to a new address that makes it the account's. */
  changeEmail: sessionProcedure
    .input(changeEmailSchema)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      const { deps, auth, language } = ctx;
      await deps.limiters.accountMail.take(input.email);
      await withPassword(ctx, () => requestEmailChange(deps, auth.user.id, { ...input, language }));
      return success;
    }),

  /** The user's active sessions. */
  sessions: sessionProcedure
    .output(z.array(sessionEntrySchema))
    .query(({ ctx }) => listSessions(ctx.deps.db, ctx.auth)),

  /** Ends one of the sessions. */
  endSession: sessionProcedure
    .input(sessionIdSchema)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await endSession(ctx.deps.db, ctx.auth, input.id);
      return success;
    }),

  /** Ends all other sessions. */
  endOtherSessions: sessionProcedure
    .output(z.object({ ended: z.number() }))
    .mutation(async ({ ctx }) => ({ ended: await endOtherSessions(ctx.deps.db, ctx.auth) })),

  /** Confirms that the user is there, for calls that ask for the password again after ten minutes. */
  confirmPassword: sessionProcedure
    .input(confirmPasswordSchema)
    .output(done)
    .mutation(async ({ ctx, input }) => {
      await withPassword(ctx, () => confirmPassword(ctx.deps, ctx.auth, input.password));
      return success;
    }),

  /** What opens something of the account without its password, including what a recovery has suspended. */
  accesses: sessionProcedure
    .output(z.array(accessSchema))
    .query(({ ctx }) => listAccesses(ctx.deps.db, ctx.auth.user.id)),

  /** Lets some of these work on, or again, and ends others for good. */
  answerAccesses: sessionProcedure
    .use(withRecentPassword)
    .input(answerAccessesSchema)
    .output(z.array(accessSchema))
    .mutation(async ({ ctx, input }) => {
      await answerAccesses(ctx.deps.db, ctx.auth.sessionId, input);
      return listAccesses(ctx.deps.db, ctx.auth.user.id);
    }),

  /** Schedules the account for erasure in 7 days, and signs it out everywhere. */
  requestDeletion: sessionProcedure
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

  /** Cancels the erasure of the account. */
  keep: protectedProcedure.output(done).mutation(async ({ ctx }) => {
    await cancelDeletion(ctx.deps.db, ctx.auth.user.id);
    return success;
  }),

  /** Starts an export of the user's data; a mail notifies the user when it is ready. */
  requestExport: protectedProcedure.output(exportStatusSchema).mutation(async ({ ctx }) => {
    const { deps, auth, language, reportLimit } = ctx;
    const latest = await readExport(deps.db, auth.user.id);
    if (latest && !isFinal(latest.status)) return latest;
    return deps.limiters.exports.countNew(
      auth.user.id,
      reportLimit,
      () => requestExport(deps, auth.user.id, language),
      ({ isNew }) => isNew,
    );
  }),

  /** The status of the latest export; null if there is none. */
  export: protectedProcedure
    .output(exportStatusSchema.nullable())
    .query(({ ctx }) => readExport(ctx.deps.db, ctx.auth.user.id)),

  /** Whether the user gets mails about videos. */
  mail: protectedProcedure.output(z.object({ wanted: z.boolean() })).query(async ({ ctx }) => {
    const { wanted } = await readMailPreference(ctx.deps.db, ctx.auth.user.id);
    return { wanted };
  }),

  /** Turns mails about videos on or off. */
  setMail: protectedProcedure
    .input(z.object({ wanted: z.boolean() }))
    .output(z.object({ wanted: z.boolean() }))
    .mutation(async ({ ctx, input: { wanted } }) => {
      const { token } = await readMailPreference(ctx.deps.db, ctx.auth.user.id);
      await setMailWanted(ctx.deps.db, { token, wanted });
      return { wanted };
    }),
});
