import { storedText } from './storage.ts';

/** Set while this tab reloads to continue where it was, with the chosen photo (entities/outbox). */
export const reloading = storedText('session', 'memori.reloading');
