import { storedText } from './storage.ts';

/** Present while this tab reloads because somebody has signed in. */
export const justSignedIn = storedText('session', 'memori.signedIn');
