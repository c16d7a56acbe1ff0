import { storedText } from './storage.ts';

/** Set while this tab reloads after a sign-in. */
export const justSignedIn = storedText('session', 'memori.signedIn');
