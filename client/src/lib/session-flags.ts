import { storedText } from './storage.ts';

/** Set while this tab goes to the landing page after its account was deleted. */
export const justDeleted = storedText('session', 'memori.deleted');

/** Set while this tab reloads after a sign-in. */
export const justSignedIn = storedText('session', 'memori.signedIn');

/** Set while this tab reloads to continue where it was, with the chosen photo (entities/outbox). */
export const reloading = storedText('session', 'memori.reloading');
