import { generateRegistrationOptions, verifyRegistrationResponse } from '@simplewebauthn/server';
import { COSEALG } from '@simplewebauthn/server/helpers';
import type { Language } from '#shared/languages.ts';
import { programLimits } from '#shared/program-limits.ts';
import type { AddPasskey, Passkey } from '#shared/schemas/passkeys.ts';
import { lockCaller } from '#server/platform/credentials.ts';
import type { Db } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { createId } from '#server/platform/ids.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { isDuplicate } from '#server/platform/database/errors.ts';
import { requirePassword } from '../passwords/password-check.ts';
import { keepChallenge, takeChallenge } from './passkey-challenges.ts';
import type { PasswordHasher } from '../passwords/passwords.ts';
import type { ActiveSession } from '../sessions.ts';

/** The WebAuthn relying party that passkeys of this Memori are bound to: its host name and its origin. */
export function relyingParty({ publicUrl }: { publicUrl: string }): { id: string; origin: string } {
  const { hostname, origin } = new URL(publicUrl);
  return { id: hostname, origin };
}

/**
 * Every authenticator supports at least one of these. The library's default makes it probe algorithms that Node marks
 * as experimental, which prints warnings.
 */
const supportedAlgorithmIDs = [COSEALG.EdDSA, COSEALG.ES256, COSEALG.RS256];

interface BeginDeps {
  db: Db;
  passwords: PasswordHasher;
  publicUrl: string;
}

/**
 * The options with which a browser creates a new passkey, after checking the password; valid for 5 minutes, in this
 * session. Throws AppError `wrong_credentials`, `too_many_passkeys` or `service_unavailable`.
 */
export async function beginPasskey(deps: BeginDeps, { user, sessionId }: ActiveSession, password: string) {
  await requirePassword(deps, user.id, password);
  const own = await deps.db.passkey.findMany({ where: { userId: user.id } });
  if (own.length >= programLimits.passkeys.max) throw new AppError('too_many_passkeys');
  const options = await generateRegistrationOptions({
    rpName: 'Memori',
    rpID: relyingParty(deps).id,
    userName: user.email,
    userDisplayName: user.email,
    userID: new TextEncoder().encode(user.id),
    excludeCredentials: own.map(({ credentialId: id, transports }) => ({ id, transports })),
    supportedAlgorithmIDs,
    authenticatorSelection: { residentKey: 'required', userVerification: 'preferred' },
  });
  await keepChallenge(deps.db, options.challenge, sessionId);
  return options;
}

interface AddDeps {
  db: Db;
  queue: JobQueue;
  publicUrl: string;
}

/**
 * Stores the passkey that the browser created for such a request and notifies the user by mail. Throws AppError
 * `passkey_not_added` if the response answers none of this session's requests, and `too_many_passkeys`.
 */
export async function addPasskey(
  deps: AddDeps,
  { user: { id: userId }, sessionId }: ActiveSession,
  { name, response, language }: AddPasskey & { language: Language },
): Promise<Passkey> {
  const credential = await verifyNew(deps, sessionId, response);
  const { id: credentialId, publicKey, counter, transports = [] } = credential;
  const made = { credentialId, publicKey: Uint8Array.from(publicKey), counter: BigInt(counter), transports };
  try {
    return await deps.db.$transaction(async (tx) => {
      // Also serializes concurrent calls, so that they can't exceed the limit.
      await lockCaller(tx, sessionId);
      if ((await tx.passkey.count({ where: { userId } })) >= programLimits.passkeys.max)
        throw new AppError('too_many_passkeys');
      const row = await tx.passkey.create({ data: { id: createId(), userId, name, ...made } });
      await enqueue(deps.queue, tx, 'account-mail', { kind: 'passkey-added', userId, language });
      return present(row);
    });
  } catch (error) {
    if (isDuplicate(error)) throw new AppError('passkey_not_added', { cause: error });
    throw error;
  }
}

async function verifyNew(deps: AddDeps, sessionId: string, response: AddPasskey['response']) {
  const { id, origin } = relyingParty(deps);
  const challenge = await takeChallenge(deps.db, response.response.clientDataJSON, sessionId);
  if (challenge === null) throw new AppError('passkey_not_added');
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      supportedAlgorithmIDs,
      requireUserVerification: false,
    });
    if (verified) return registrationInfo.credential;
  } catch (error) {
    throw new AppError('passkey_not_added', { cause: error });
  }
  throw new AppError('passkey_not_added');
}

/** A user's passkeys, oldest first. */
export async function listPasskeys(db: Db, userId: string): Promise<Passkey[]> {
  const rows = await db.passkey.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  return rows.map(present);
}

/**
 * Removes a passkey, so that it can't sign in any more. Throws AppError `passkey_not_found`, also for somebody else's.
 */
export async function removePasskey(db: Db, userId: string, id: string): Promise<void> {
  const { count } = await db.passkey.deleteMany({ where: { id, userId } });
  if (count === 0) throw new AppError('passkey_not_found');
}

function present(row: { id: string; name: string; createdAt: Date; lastUsedAt: Date | null }): Passkey {
  const { id, name, createdAt, lastUsedAt } = row;
  return { id, name, createdAt: createdAt.toISOString(), lastUsedAt: lastUsedAt?.toISOString() ?? null };
}
