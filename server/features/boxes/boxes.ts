import type { Language } from '#shared/languages.ts';
import { familyLimits } from '#shared/family-limits.ts';
import type { Box } from '#shared/schemas/box.ts';
import type { Box as BoxRow } from '#server/generated/prisma/client.ts';
import { inForce, lockCaller } from '#server/platform/credentials.ts';
import type { Db } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { createId } from '#server/platform/ids.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { createSecret, hashOfSecret, looksLikeSecret } from '#server/platform/secrets.ts';
import { milliseconds } from '#shared/durations.ts';

const present = ({ id, name, asksForStory, createdAt, closesAt }: BoxRow): Box => ({
  id,
  name,
  asksForStory,
  createdAt: createdAt.toISOString(),
  closesAt: closesAt.toISOString(),
});

/** The condition of a box that accepts photos. */
const open = (now = new Date()) => ({ closesAt: { gt: now }, ...inForce });

/** The user's open boxes, newest first, except suspended ones. */
export async function listBoxes(db: Db, userId: string): Promise<Box[]> {
  const where = { userId, ...open() };
  return (await db.box.findMany({ where, orderBy: [{ createdAt: 'desc' }, { id: 'asc' }] })).map(present);
}

/** The session that opens a box, and the language of the mail that notifies its user. */
interface BoxMaker {
  sessionId: string;
  language: Language;
}

/**
 * Opens a box for 30 days and notifies its user by mail; the secret of its link is not stored. Throws AppError
 * `too_many_boxes`, even if requests race, and `not_signed_in` if the session has ended.
 */
export async function openBox(
  { db, queue }: { db: Db; queue: JobQueue },
  { sessionId, language }: BoxMaker,
  { name, asksForStory }: Pick<Box, 'name' | 'asksForStory'>,
): Promise<{ box: Box; secret: string }> {
  const secret = createSecret();
  const now = new Date();
  const row = await db.$transaction(async (tx) => {
    const userId = await lockCaller(tx, sessionId);
    const boxes = await tx.box.count({ where: { userId, ...open(now) } });
    if (boxes >= familyLimits.box.mostBoxes) throw new AppError('too_many_boxes');
    const closesAt = new Date(now.getTime() + familyLimits.box.openDays * milliseconds.day);
    await enqueue(queue, tx, 'account-mail', { kind: 'box-opened', userId, language });
    return tx.box.create({
      data: { id: createId(), userId, secretHash: hashOfSecret(secret), name, asksForStory, closesAt },
    });
  });
  return { box: present(row), secret };
}

/** Closes a box: it accepts no more photos, and waiting ones stay waiting. Throws AppError `box_not_found`. */
export async function closeBox(db: Db, userId: string, id: string): Promise<void> {
  const now = new Date();
  const { count } = await db.box.updateMany({
    where: { id, userId, ...open(now) },
    data: { closesAt: now },
  });
  if (count === 0) throw new AppError('box_not_found');
}

/**
 * The open box with this secret; null if there is none, or it is closed or suspended, or its owner's account is to be
 * erased, and photos with it.
 */
export async function findOpenBox(db: Db, secret: string): Promise<BoxRow | null> {
  if (!looksLikeSecret(secret)) return null;
  const user = { deletionAt: null };
  return db.box.findUnique({ where: { secretHash: hashOfSecret(secret), ...open(), user } });
}
