import { familyLimits } from '../../../shared/family-limits.ts';
import type { Box } from '../../../shared/schemas/box.ts';
import type { Box as BoxRow } from '../../generated/prisma/client.ts';
import type { Db } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import { createSecret, hashOfSecret, looksLikeSecret } from '../../platform/secrets.ts';

const dayMilliseconds = 86_400_000;

const present = ({ id, name, createdAt, closesAt }: BoxRow): Box => ({
  ...{ id, name, createdAt: createdAt.toISOString(), closesAt: closesAt.toISOString() },
});

/** The user's open boxes, newest first. */
export async function listBoxes(db: Db, userId: string): Promise<Box[]> {
  const where = { userId, closesAt: { gt: new Date() } };
  return (await db.box.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'asc' }] })).map(present);
}

/**
 * Opens a box for 30 days; the secret of its link is not stored. Throws AppError `too_many_boxes`, even if requests
 * race.
 */
export async function openBox(
  db: Db,
  userId: string,
  { name }: { name: string },
): Promise<{ box: Box; secret: string }> {
  const secret = createSecret();
  const now = new Date();
  const row = await db.$transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM app_user WHERE id = ${userId} FOR NO KEY UPDATE`;
    const open = await tx.box.count({ where: { userId, closesAt: { gt: now } } });
    if (open >= familyLimits.box.mostBoxes) throw new AppError('too_many_boxes');
    const closesAt = new Date(now.getTime() + familyLimits.box.openDays * dayMilliseconds);
    return tx.box.create({
      data: { id: createId(), userId, secretHash: hashOfSecret(secret), name, closesAt },
    });
  });
  return { box: present(row), secret };
}

/** Closes a box: it accepts no more photos, and waiting ones stay waiting. Throws AppError `box_not_found`. */
export async function closeBox(db: Db, userId: string, id: string): Promise<void> {
  const now = new Date();
  const { count } = await db.box.updateMany({
    where: { id, userId, closesAt: { gt: now } },
    data: { closesAt: now },
  });
  if (count === 0) throw new AppError('box_not_found');
}

/** The open box with this secret; null if there is none or it is closed. */
export async function findOpenBox(db: Db, secret: string): Promise<BoxRow | null> {
  if (!looksLikeSecret(secret)) return null;
  return db.box.findUnique({ where: { secretHash: hashOfSecret(secret), closesAt: { gt: new Date() } } });
}
