import { storedText } from './storage.ts';

/** Set while this tab goes to the landing page after its account was deleted. */
export const justDeleted = storedText('session', 'memori.deleted');
