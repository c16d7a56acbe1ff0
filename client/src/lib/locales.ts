import type { Language } from '../../../shared/languages.ts';

/** Languages as the Open Graph protocol names them. */
export const locales: Record<Language, string> = { en: 'en_GB', it: 'it_IT' };
