import { browserSupportsWebAuthn, WebAuthnError } from '@simplewebauthn/browser';

/** Whether this browser can make passkeys and sign in with them. */
export const passkeysSupported = browserSupportsWebAuthn;

/** Why there is no passkey after all: this device has one already; else nobody chose one, or it can't be done here. */
export function passkeyFailure(error: unknown): 'known' | 'canceled' {
  const known = error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED';
  return known ? 'known' : 'canceled';
}
