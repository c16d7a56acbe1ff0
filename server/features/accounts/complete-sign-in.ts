import type { User } from '#shared/schemas/auth.ts';
import { AppError } from '#server/platform/errors.ts';
import { accountOf, logSecurityEvent, type SecurityDetails } from '#server/platform/logging/security-log.ts';
import type { Context } from '#server/rpc/context.ts';
import type { ActiveSession } from './sessions.ts';

/** Signing in again, signing up or signing out in a browser permanently ends its previous session. */
export async function endPreviousSession({ auth, deps }: Context): Promise<void> {
  if (auth?.by === 'session') await deps.sessions.end(auth.sessionId);
}

/** Sends a new session's token to the browser and logs the sign-in with its method. Returns the user. */
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

/** Runs an action that asks for a password, under the sign-in limit: a stolen session must not allow guessing it. */
export async function withPassword<T>(
  { auth, deps, address, reportLimit }: Context & { auth: ActiveSession },
  action: () => Promise<T>,
): Promise<T> {
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
