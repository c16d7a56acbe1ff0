export const languages = ['en', 'it'] as const;
export type Language = (typeof languages)[number];
/** Holds the visitor's choice of language, so that the server knows it as well as the page. */
export const languageCookie = 'memori_language';
export const defaultLanguage: Language = 'en';

/** True for exactly the path prefixes that Memori serves. */
export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}
