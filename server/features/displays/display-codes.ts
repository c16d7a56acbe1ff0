import { randomInt } from 'node:crypto';
import { milliseconds } from '#shared/durations.ts';
import { familyLimits } from '#shared/family-limits.ts';
import { codeAlphabet, codeLength } from '#shared/schemas/display.ts';
import { lockCaller } from '#server/platform/credentials.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { createSecret, hashOfSecret } from '#server/platform/secrets.ts';
import { active, type DisplayMaker } from './displays.ts';

const codeMilliseconds = familyLimits.frame.codeMinutes * milliseconds.minute;

const newCode = () =>
  Array.from({ length: codeLength }, () => codeAlphabet[randomInt(codeAlphabet.length)]).join('');

/** A code that no display has, not even an expired one. */
async function freeCode(tx: Tx): Promise<string> {
  const code = newCode();
  const taken = await tx.displayCode.findUnique({ where: { codeHash: hashOfSecret(code) } });
  return taken ? freeCode(tx) : code;
}

/**
 * A code with which a television opens one of the user's displays, in place of an earlier one; tells the user by mail,
 * unless the display is that new. It ends after ten minutes, or with the session. Throws AppError `frame_not_found`, and
 * `not_signed_in` if the session has ended.
 */
export async function createCode(
  { db, queue }: { db: Db; queue: JobQueue },
  { sessionId, language }: DisplayMaker,
  displayId: string,
): Promise<{ code: string; expiresAt: string }> {
  const now = Date.now();
  const expiresAt = new Date(now + codeMilliseconds);
  const code = await db.$transaction(async (tx) => {
    const userId = await lockCaller(tx, sessionId);
    const display = await tx.display.findUnique({ where: { id: displayId, userId, ...active } });
    if (!display) throw new AppError('frame_not_found');
    const isNew = display.createdAt.getTime() > now - codeMilliseconds;
    // Whoever has just made the display has been told so.
    if (!isNew) await enqueue(queue, tx, 'account-mail', { kind: 'frame-created', userId, language });
    const free = await freeCode(tx);
    const values = { codeHash: hashOfSecret(free), sessionId, expiresAt };
    await tx.displayCode.upsert({ where: { displayId }, create: { displayId, ...values }, update: values });
    return free;
  });
  return { code: `${code.slice(0, 3)} ${code.slice(3)}`, expiresAt: expiresAt.toISOString() };
}

/**
 * Gives whoever typed a code, without its space, the secret of the display's link, which is a new one: an earlier link no
 * longer works. A code works once, also if it is typed twice at the same moment. Throws AppError `frame_code_unknown`.
 */
export async function redeemCode(db: Db, code: string): Promise<{ secret: string }> {
  const secret = createSecret();
  await db.$transaction(async (tx) => {
    const codeHash = hashOfSecret(code);
    const [found] = await tx.$queryRaw<{ frame_id: string }[]>`
      DELETE FROM frame_code WHERE code_hash = ${codeHash} AND expires_at > now() RETURNING frame_id`;
    if (!found) throw new AppError('frame_code_unknown');
    // As if it was made now: what a recovered account shows of it is when its link was made.
    const { count } = await tx.display.updateMany({
      where: { id: found.frame_id, ...active },
      data: { secretHash: hashOfSecret(secret), createdAt: new Date(), seenAt: null },
    });
    if (count === 0) throw new AppError('frame_code_unknown');
  });
  return { secret };
}
