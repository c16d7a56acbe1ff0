import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server';
import type { PasskeySignIn } from '../../../shared/schemas/passkeys.ts';
import type { Db } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import type { SignedIn } from './accounts.ts';
import { keepChallenge, takeChallenge } from './passkey-challenges.ts';
import { relyingParty } from './passkeys.ts';
import { presentUser } from './present-user.ts';
import type { Sessions } from './sessions.ts';

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

/**
 * Signs in, with a new session, the owner of the passkey that answers such a request. Throws AppError
 * `passkey_refused`, the same for every defect: unknown, removed, somebody else's, signed for another site, too late,
 * or used before (WebAuthn, section 7.2).
 */
export async function signInByPasskey(
  deps: PasskeyDeps & { sessions: Pick<Sessions, 'create'> },
  { response }: PasskeySignIn,
  userAgent: string | null,
): Promise<SignedIn> {
  const challenge = await takeChallenge(deps.db, response.response.clientDataJSON, null);
  const passkey = await deps.db.passkey.findUnique({
    where: { credentialId: response.id },
    include: { user: true },
  });
  const names = Buffer.from(response.response.userHandle ?? '', 'base64url').toString();
  if (challenge === null || !passkey || names !== passkey.userId) throw new AppError('passkey_refused');
  const counter = await verify(deps, { response, challenge, passkey });
  // Compare-and-set: of two answers with the same counter only the first succeeds, and a passkey removed meanwhile
  // matches no row.
  const { count } = await deps.db.passkey.updateMany({
    where: { id: passkey.id, counter: passkey.counter },
    data: { counter: BigInt(counter), lastUsedAt: new Date() },
  });
  if (count === 0) throw new AppError('passkey_refused');
  return {
    user: presentUser(passkey.user),
    token: await deps.sessions.create(passkey.userId, userAgent),
  };
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
