import type { Db } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';

export interface MailPreference {
  email: string;
  /** False until the address is known to be theirs. */
  verified: boolean;
  wanted: boolean;
  /** Whoever has it may change `wanted`: it goes into that user's mails and nowhere else. */
  token: string;
}

/** Whether and where to a user wants mail; made at the first question. */
export async function readMailPreference(db: Db, userId: string): Promise<MailPreference> {
  const { wanted, token, user } = await db.mailPreference.upsert({
    where: { userId },
    create: { userId, token: createId() },
    update: {},
    select: { wanted: true, token: true, user: { select: { email: true, verifiedAt: true } } },
  });
  return { wanted, token, email: user.email, verified: user.verifiedAt !== null };
}

/** Turns mails on or off for the user whose token it is. Throws AppError `mail_link_unknown`. */
export async function setMailWanted(
  db: Db,
  { token, wanted }: { token: string; wanted: boolean },
): Promise<void> {
  const { count } = await db.mailPreference.updateMany({ where: { token }, data: { wanted } });
  if (count === 0) throw new AppError('mail_link_unknown');
}
