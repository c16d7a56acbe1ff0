import { storedText } from './storage.ts';

/** The version of the consent line shown next to the sign-in button, for the photo that was waiting. */
export const agreedWhileSigningIn = storedText('session', 'memori.uploadConsent');
