import { type ErrorCode, errorCatalogue } from '#shared/errors.ts';
import { programLimits } from '#shared/program-limits.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { createId } from '#server/platform/ids.ts';
import { repeatInBatches } from '#server/platform/jobs/work-through.ts';
import { type StoredResult, type KeyedCall, keyIdOf, type KeyOwner } from './keyed-call.ts';
import { milliseconds } from '#shared/durations.ts';

/** The lease of a run, and the interval at which it is renewed, in milliseconds. */
const leaseMilliseconds = 20_000;
const beatMilliseconds = 5_000;
const lifetimeHours = programLimits.idempotency.hours;

/**
 * Stores the answer of a call in the transaction of its effect, so that neither exists without the other. Throws
 * AppError `idempotency_in_progress` if another call has taken over the lease: the transaction must not commit.
 */
export type StoreResult = (tx: Tx, data: object) => Promise<void>;

/**
 * Runs a call once: runs it, or returns the stored answer of an earlier run (`replayed`). Answers with 5xx, 429 or 401,
 * those that ask for the password first, and calls aborted by the caller, are not stored: the next call runs again, as it does after a crashed run. Throws
 * AppError `idempotency_in_progress` while the first one runs, `idempotency_key_reused` for a different call, and what
 * `run` throws.
 */
export async function runOnce(
  db: Db,
  call: KeyedCall,
  run: (storeResult: StoreResult) => Promise<StoredResult>,
): Promise<{ answer: StoredResult; replayed: boolean }> {
  const holder = createId();
  const earlier = await claimKey(db, call, holder);
  if (earlier) return { answer: earlier, replayed: true };
  const held = { id: call.id, holder, answer: null };
  const heart = setInterval(() => void sendHeartbeat(db, call.id, holder), beatMilliseconds).unref();
  try {
    const answer = await run(async (tx, data) => {
      const { count } = await tx.idempotencyKey.updateMany({
        where: held,
        data: { answer: call.seal({ data }) },
      });
      if (count === 0) throw inProgress();
    });
    const isStored = !('error' in answer) || isLasting(answer.error);
    if (isStored) await db.idempotencyKey.updateMany({ where: held, data: { answer: call.seal(answer) } });
    else await db.idempotencyKey.deleteMany({ where: held });
    return { answer, replayed: false };
  } catch (error) {
    await db.idempotencyKey.deleteMany({ where: held }).catch(() => {});
    throw error;
  } finally {
    clearInterval(heart);
  }
}

/** True if a call with this key has started within the last 24 hours, whether it is answered or not. */
export async function isKeyKnown(db: Db, owner: KeyOwner, key: string): Promise<boolean> {
  const row = await db.idempotencyKey.findUnique({ where: { id: keyIdOf(owner, key) } });
  return row !== null && row.createdAt > oldest();
}

/** Deletes all keys older than 24 hours. */
export async function forgetOldKeys(db: Db, signal?: AbortSignal): Promise<void> {
  const where = { createdAt: { lt: oldest() } };
  await repeatInBatches((limit) => db.idempotencyKey.deleteMany({ where, limit }), signal);
}

const oldest = () => new Date(Date.now() - lifetimeHours * milliseconds.hour);
const inProgress = () => new AppError('idempotency_in_progress', { retryAfterSeconds: 1 });

function isLasting(code: ErrorCode): boolean {
  const { status } = errorCatalogue[code];
  const passes = status === 429 || status === 401 || code === 'password_needed' || code === 'upload_aborted';
  return status < 500 && !passes;
}

/**
 * Takes the lease to run the call (null), or returns its stored answer. One statement decides between concurrent calls.
 */
async function claimKey(db: Db, call: KeyedCall, holder: string): Promise<StoredResult | null> {
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
  // Deleted in between: the first call's answer was not stored.
  if (!row) throw inProgress();
  if (row.fingerprint !== fingerprint) throw new AppError('idempotency_key_reused');
  if (!row.answer) throw inProgress();
  return call.open(row.answer);
}

async function sendHeartbeat(db: Db, id: string, holder: string): Promise<void> {
  await db.$executeRaw`
    UPDATE idempotency_key SET lease_until = now() + ${leaseMilliseconds} * interval '1 millisecond'
    WHERE id = ${id} AND holder = ${holder} AND answer IS NULL`.catch(() => {
    // A later renewal may succeed; if none does, the transaction of the effect detects it.
  });
}
