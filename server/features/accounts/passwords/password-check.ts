import type { Db, Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import type { PasswordHasher } from './passwords.ts';

/**
 * Returns the hash that a user's password was checked against, for `holdPassword`: checks wait in a queue, and the
 * password may change meanwhile. Throws AppError `wrong_credentials` or `service_unavailable`.
 */
export async function requirePassword(
  { db, passwords }: { db: Db; passwords: PasswordHasher },
  userId: string,
  password: string,
): Promise<string> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { passwordHash: true } });
  const matches = await passwords.verify(user?.passwordHash ?? null, password);
  if (!user || !matches) throw new AppError('wrong_credentials');
  return user.passwordHash;
}

/**
 * Locks the user's row until `tx` ends, which keeps the password what it was when it was checked. Throws AppError
 * `wrong_credentials` if it has changed since.
 */
export async function holdPassword(tx: Tx, userId: string, checkedHash: string): Promise<void> {
  const held = await tx.$queryRaw<unknown[]>`
    SELECT 1 FROM app_user WHERE id = ${userId} AND password_hash = ${checkedHash} FOR NO KEY UPDATE`;
  if (held.length === 0) throw new AppError('wrong_credentials');
}
