import type { Language } from '../../../shared/languages.ts';
import { AppError } from '../../platform/errors.ts';
import { enqueue } from '../../platform/queue.ts';
import type { AccountDeps } from './accounts.ts';
import { requirePassword } from './change-password.ts';
import { isDisposableEmail } from './disposable.ts';
import { requireFree } from './move-address.ts';

interface EmailChange {
  email: string;
  password: string;
  language: Language;
}

/**
 * Mails a link to a new address that makes it the account's address. Nothing else changes until the link is used;
 * earlier links of this kind become invalid. Throws AppError `wrong_credentials`, `disposable_email`, `email_taken` or
 * `service_unavailable`.
 */
export async function requestEmailChange(
  deps: Pick<AccountDeps, 'db' | 'queue' | 'passwords'>,
  userId: string,
  { email, password, language }: EmailChange,
): Promise<void> {
  await requirePassword(deps, userId, password);
  if (isDisposableEmail(email)) throw new AppError('disposable_email');
  await deps.db.$transaction(async (tx) => {
    await requireFree(tx, userId, email);
    await tx.accountToken.deleteMany({ where: { userId, purpose: 'change-email' } });
    await enqueue(deps.queue, tx, 'account-mail', { kind: 'change-email', userId, email, language });
  });
}
