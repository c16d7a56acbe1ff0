import type { Db } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';

export interface MailPreference {
  email: string;
  /** False until the user has proved to own the address. */
  verified: boolean;
  wanted: boolean;
  /** Grants permission to change `wanted`: sent only in mails to that user. */
  token: string;
}

/** A user's mail preference and address; created on first access. */
export async function readMailPreference(db: Db, userId: string): Promise<MailPreference> {
  const { wanted, token, user } = await db.mailPreference.upsert({
    where: { userId },
    create: { userId, token: createId() },
    update: {},
    select: { wanted: true, token: true, user: { select: { email: true, verifiedAt: true } } },
  });
  return { wanted, token, email: user.email, verified: user.verifiedAt !== null };
}

/** Turns mails on or off for the user that the token belongs to. Throws AppError `mail_link_unknown`. */
export async function setMailWanted(
  db: Db,
  { token, wanted }: { token: string; wanted: boolean },
): Promise<void> {
  const { count } = await db.mailPreference.updateMany({ where: { token }, data: { wanted } });
  if (count === 0) throw new AppError('mail_link_unknown');
}
