import { storedText } from './storage.ts';

/** Present while this tab reloads to go on where it was, with the photo that was chosen (lib/kept-photo.ts). */
export const reloading = storedText('session', 'memori.reloading');
