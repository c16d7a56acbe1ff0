import { storedText } from './storage.ts';

/** Which version of the line of consent stood at the button by which the visitor signed in, for the photo that waited. */
export const agreedWhileSigningIn = storedText('session', 'memori.uploadConsent');
