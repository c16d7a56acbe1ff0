import { decodeClientDataJSON } from '@simplewebauthn/server/helpers';
import { programLimits } from '#shared/program-limits.ts';
import type { Db } from '#server/platform/database/db.ts';
import { hashOfSecret } from '#server/platform/secrets.ts';
import { repeatInBatches } from '#server/platform/jobs/work-through.ts';
import { milliseconds } from '#shared/durations.ts';

const lifetime = programLimits.passkeys.challengeMinutes * milliseconds.minute;

/**
 * Stores a challenge for a passkey to sign, valid for 5 minutes: to add a passkey in this session, or to sign in if
 * `sessionId` is null.
 */
export async function keepChallenge(db: Db, challenge: string, sessionId: string | null): Promise<void> {
  const expiresAt = new Date(Date.now() + lifetime);
  await db.passkeyChallenge.create({ data: { id: hashOfSecret(challenge), sessionId, expiresAt } });
}

/**
 * Returns the signed challenge and consumes it, whatever happens next. Returns null unless `keepChallenge` issued it
 * for this purpose, it has not expired, and this is its first use.
 */
export async function takeChallenge(
  db: Db,
  clientDataJson: string,
  sessionId: string | null,
): Promise<string | null> {
  const challenge = challengeIn(clientDataJson);
  if (challenge === null) return null;
  const good = { id: hashOfSecret(challenge), sessionId, expiresAt: { gt: new Date() } };
  const { count } = await db.passkeyChallenge.deleteMany({ where: good });
  return count === 1 ? challenge : null;
}

function challengeIn(clientDataJson: string): string | null {
  try {
    const { challenge } = decodeClientDataJSON(clientDataJson) as { challenge: unknown };
    return typeof challenge === 'string' ? challenge : null;
  } catch {
    return null;
  }
}

/** Removes the challenges that expired unused. */
export async function removeExpiredChallenges(db: Db, signal?: AbortSignal): Promise<void> {
  const where = { expiresAt: { lt: new Date() } };
  await repeatInBatches((limit) => db.passkeyChallenge.deleteMany({ where, limit }), signal);
}
