import { type ErrorCode, errorCatalogue } from '../../../shared/errors.ts';
import { programLimits } from '../../../shared/program-limits.ts';
import type { Db, Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import { type Answer, type KeyedCall, keyIdOf } from './keyed-call.ts';

/** How long a run keeps its place without a sign of life, and how often it gives one, in milliseconds. */
const leaseMilliseconds = 20_000;
const beatMilliseconds = 5_000;
const lifetimeHours = programLimits.idempotency.hours;

/**
 * Writes the answer of a call down in the transaction of its effect, so that there is never one without the other. Throws
 * AppError `idempotency_in_progress` where somebody else has taken the call over: the transaction must not commit.
 */
export type Remember = (tx: Tx, data: object) => Promise<void>;

/**
 * Answers a call once: runs it, or gives the answer that it had before (`replayed`). What is 5xx, 429 or 401, or was
 * broken off by its caller, is not kept: the next call runs again, as does one whose run has died. Throws AppError
 * `idempotency_in_progress` while the first runs, `idempotency_key_reused` for another call, and what `run` throws.
 */
export async function runOnce(
  db: Db,
  call: KeyedCall,
  run: (remember: Remember) => Promise<Answer>,
): Promise<{ answer: Answer; replayed: boolean }> {
  const holder = createId();
  const earlier = await takePlace(db, call, holder);
  if (earlier) return { answer: earlier, replayed: true };
  const held = { id: call.id, holder, answer: null };
  const heart = setInterval(() => void giveSign(db, call.id, holder), beatMilliseconds).unref();
  try {
    const answer = await run(async (tx, data) => {
      const { count } = await tx.idempotencyKey.updateMany({
        where: held,
        data: { answer: call.seal({ data }) },
      });
      if (count === 0) throw inProgress();
    });
    const kept = !('error' in answer) || isLasting(answer.error);
    if (kept) await db.idempotencyKey.updateMany({ where: held, data: { answer: call.seal(answer) } });
    else await db.idempotencyKey.deleteMany({ where: held });
    return { answer, replayed: false };
  } catch (error) {
    await db.idempotencyKey.deleteMany({ where: held }).catch(() => {});
    throw error;
  } finally {
    clearInterval(heart);
  }
}

/** True where a call with this key has begun within the last 24 hours, whether or not it is answered. */
export async function isKeyKnown(db: Db, userId: string, key: string): Promise<boolean> {
  const row = await db.idempotencyKey.findUnique({ where: { id: keyIdOf(userId, key) } });
  return row !== null && row.createdAt > oldest();
}

/** Forgets all keys that are older than 24 hours. */
export async function forgetOldKeys(db: Db): Promise<void> {
  await db.idempotencyKey.deleteMany({ where: { createdAt: { lt: oldest() } } });
}

const oldest = () => new Date(Date.now() - lifetimeHours * 3_600_000);
const inProgress = () => new AppError('idempotency_in_progress', { retryAfterSeconds: 1 });

function isLasting(code: ErrorCode): boolean {
  const { status } = errorCatalogue[code];
  return status < 500 && status !== 429 && status !== 401 && code !== 'upload_aborted';
}

/** Becomes the one that runs the call (null), or finds its answer. One statement decides between any number of rivals. */
async function takePlace(db: Db, call: KeyedCall, holder: string): Promise<Answer | null> {
  const { id, userId, fingerprint } = call;
  const taken = await db.$executeRaw`
    INSERT INTO idempotency_key AS known (id, user_id, fingerprint, holder, lease_until)
    VALUES (${id}, ${userId}, ${fingerprint}, ${holder}, now() + ${leaseMilliseconds} * interval '1 millisecond')
    ON CONFLICT (id) DO UPDATE
    SET fingerprint = excluded.fingerprint, holder = excluded.holder, lease_until = excluded.lease_until,
        answer = NULL, created_at = now()
    WHERE known.created_at < now() - ${lifetimeHours} * interval '1 hour'
       OR (known.answer IS NULL AND known.lease_until < now() AND known.fingerprint = excluded.fingerprint)`;
  if (taken > 0) return null;
  const row = await db.idempotencyKey.findUnique({ where: { id } });
  // Gone in between: the first one was not kept.
  if (!row) throw inProgress();
  if (row.fingerprint !== fingerprint) throw new AppError('idempotency_key_reused');
  if (!row.answer) throw inProgress();
  return call.open(row.answer);
}

async function giveSign(db: Db, id: string, holder: string): Promise<void> {
  await db.$executeRaw`
    UPDATE idempotency_key SET lease_until = now() + ${leaseMilliseconds} * interval '1 millisecond'
    WHERE id = ${id} AND holder = ${holder} AND answer IS NULL`.catch(() => {
    // The next one may get through; if none does, the transaction of the effect finds out.
  });
}
