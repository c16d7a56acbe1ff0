import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { PasskeySignIn } from '#shared/schemas/passkeys.ts';
import { lockAccount } from '#server/platform/credentials.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import type { SignedIn } from '../accounts.ts';
import { noteAuthentication } from '../passwords/confirm-password.ts';
import { keepChallenge, takeChallenge } from './passkey-challenges.ts';
import { relyingParty } from './passkeys.ts';
import { presentUser, type ActiveSession, openSession } from '../sessions.ts';

interface PasskeyDeps {
  db: Db;
  publicUrl: string;
}

/** The request options with which a browser asks for any passkey of this Memori; valid for 5 minutes. */
export async function beginPasskeySignIn(deps: PasskeyDeps) {
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(deps).id,
    userVerification: 'preferred',
  });
  await keepChallenge(deps.db, options.challenge, null);
  return options;
}

/** The request options with which a browser asks for one of the user's own passkeys, in this session. */
export async function beginPasskeyConfirmation(deps: PasskeyDeps, { user, sessionId }: ActiveSession) {
  const own = await deps.db.passkey.findMany({ where: { userId: user.id } });
  const options = await generateAuthenticationOptions({
    rpID: relyingParty(deps).id,
    allowCredentials: own.map(({ credentialId: id, transports }) => ({ id, transports })),
    userVerification: 'preferred',
  });
  await keepChallenge(deps.db, options.challenge, sessionId);
  return options;
}

/**
 * Records that the session's user has just given a passkey of theirs, for calls that require it. Throws AppError
 * `passkey_refused`, as `signInByPasskey` does.
 */
export async function confirmByPasskey(
  deps: PasskeyDeps,
  { user, sessionId }: ActiveSession,
  { response }: PasskeySignIn,
): Promise<void> {
  const answer = await checkAnswer(deps, response, sessionId);
  if (answer.passkey.userId !== user.id) throw new AppError('passkey_refused');
  await deps.db.$transaction(async (tx) => {
    await usePasskey(tx, answer);
    await noteAuthentication(tx, sessionId);
  });
}

/**
 * Signs in, with a new session, the owner of the passkey that answers such a request. Throws AppError
 * `passkey_refused`, the same for every defect: unknown, removed, somebody else's, signed for another site, too late,
 * or used before (WebAuthn, section 7.2).
 */
export async function signInByPasskey(
  deps: PasskeyDeps,
  { response }: PasskeySignIn,
  userAgent: string | null,
): Promise<SignedIn> {
  const answer = await checkAnswer(deps, response, null);
  return deps.db.$transaction(async (tx) => {
    await usePasskey(tx, answer);
    const { user } = answer.passkey;
    return { user: presentUser(user), token: await openSession(tx, user.id, userAgent) };
  });
}

/** The passkey that signed the answer to a challenge of this session, or of a sign-in, and its new counter. */
async function checkAnswer(deps: PasskeyDeps, response: PasskeySignIn['response'], sessionId: string | null) {
  const challenge = await takeChallenge(deps.db, response.response.clientDataJSON, sessionId);
  const passkey = await deps.db.passkey.findUnique({
    where: { credentialId: response.id },
    include: { user: true },
  });
  const names = Buffer.from(response.response.userHandle ?? '', 'base64url').toString();
  // An authenticator that was told which passkey to use need not name the user.
  const isNamed = names === passkey?.userId || (sessionId !== null && names === '');
  if (challenge === null || !passkey || !isNamed) throw new AppError('passkey_refused');
  return { passkey, counter: await verify(deps, { response, challenge, passkey }) };
}

/** Stores the new counter, and keeps the passkey from being removed until `tx` ends. */
async function usePasskey(
  tx: Tx,
  { passkey, counter }: Awaited<ReturnType<typeof checkAnswer>>,
): Promise<void> {
  await lockAccount(tx, passkey.userId);
  // Compare-and-set: of two answers with the same counter only the first succeeds, and a passkey removed meanwhile
  // matches no row.
  const { count } = await tx.passkey.updateMany({
    where: { id: passkey.id, counter: passkey.counter },
    data: { counter: BigInt(counter), lastUsedAt: new Date() },
  });
  if (count === 0) throw new AppError('passkey_refused');
}

interface Answer {
  response: PasskeySignIn['response'];
  challenge: string;
  passkey: { credentialId: string; publicKey: Uint8Array; counter: bigint };
}

/** Returns the authenticator's new counter, which never decreases. */
async function verify(deps: PasskeyDeps, { response, challenge, passkey }: Answer): Promise<number> {
  const { id, origin } = relyingParty(deps);
  const { credentialId, publicKey, counter } = passkey;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: false,
      credential: { id: credentialId, publicKey: Uint8Array.from(publicKey), counter: Number(counter) },
    });
    if (verified) return authenticationInfo.newCounter;
  } catch (error) {
    throw new AppError('passkey_refused', { cause: error });
  }
  throw new AppError('passkey_refused');
}
