import { browserSupportsWebAuthn, WebAuthnError } from '@simplewebauthn/browser';

/** Whether this browser can create passkeys and sign in with them. */
export const passkeysSupported = browserSupportsWebAuthn;

/** Why no passkey was created: the device already has one; otherwise nobody chose one, or it is not possible here. */
export function passkeyFailure(error: unknown): 'known' | 'canceled' {
  const known = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
  return known ? 'known' : 'canceled';
}
