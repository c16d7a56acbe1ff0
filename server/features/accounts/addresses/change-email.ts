import type { Language } from '#shared/languages.ts';
import { AppError } from '#server/platform/errors.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { AccountDeps } from '../accounts.ts';
import { requireFree } from './address.ts';
import { isDisposableEmail } from './disposable.ts';
import { holdPassword, requirePassword } from '../passwords/password-check.ts';
import { reserveToken } from '../account-tokens.ts';

interface EmailChange {
  email: string;
  password: string;
  language: Language;
}

/**
 * Mails a link to a new address that makes it the account's address, and notifies the current address. Nothing else
 * changes until the link is used; earlier links of this kind become invalid, mailed or not. Throws AppError
 * `wrong_credentials`, `disposable_email`, `email_taken` or `service_unavailable`.
 */
export async function requestEmailChange(
  deps: AccountDeps,
  userId: string,
  { email, password, language }: EmailChange,
): Promise<void> {
  const checked = await requirePassword(deps, userId, password);
  if (isDisposableEmail(email)) throw new AppError('disposable_email');
  await deps.db.$transaction(async (tx) => {
    await holdPassword(tx, userId, checked);
    await requireFree(tx, userId, email);
    await tx.accountToken.deleteMany({ where: { userId, purpose: 'change-email' } });
    const requestId = await reserveToken(tx, { userId, purpose: 'change-email', email });
    await enqueue(deps.queue, tx, 'account-mail', {
      kind: 'change-email',
      userId,
      email,
      language,
      requestId,
    });
    await enqueue(deps.queue, tx, 'account-mail', { kind: 'email-change-requested', userId, language });
  });
}
