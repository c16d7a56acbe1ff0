import type { Db } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { createId } from '#server/platform/ids.ts';

export interface MailPreference {
  email: string;
  /** False until the user has proved to own the address. */
  verified: boolean;
  wanted: boolean;
  /** Grants permission to change `wanted`: sent only in mails to that user. */
  token: string;
}

/** A user's mail preference and address; created on first access, also by several calls at once. */
export async function readMailPreference(db: Db, userId: string): Promise<MailPreference> {
  const user = { select: { email: true, verifiedAt: true } };
  const query = { where: { userId }, select: { wanted: true, token: true, user } };
  let found = await db.mailPreference.findUnique(query);
  if (!found) {
    await db.mailPreference.createMany({ data: { userId, token: createId() }, skipDuplicates: true });
    found = await db.mailPreference.findUniqueOrThrow(query);
  }
  const { wanted, token } = found;
  return { wanted, token, email: found.user.email, verified: found.user.verifiedAt !== null };
}

/** Turns mails on or off for the user that the token belongs to. Throws AppError `mail_link_unknown`. */
export async function setMailWanted(
  db: Db,
  { token, wanted }: { token: string; wanted: boolean },
): Promise<void> {
  const { count } = await db.mailPreference.updateMany({ where: { token }, data: { wanted } });
  if (count === 0) throw new AppError('mail_link_unknown');
}
