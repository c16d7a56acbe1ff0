/** Every language that Memori speaks: what it calls itself, and its name in the Open Graph protocol (https://ogp.me). */
const table = {
  en: { name: 'English', locale: 'en_GB' },
  it: { name: 'Italiano', locale: 'it_IT' },
};

export type Language = keyof typeof table;
export const languages = Object.keys(table) as Language[];
export const languageFacts: Record<Language, { name: string; locale: string }> = table;
/** Holds the visitor's choice of language, so that the server knows it as well as the page. */
export const languageCookie = 'memori_language';
/** With each call of a page: its language, whatever was chosen elsewhere. */
export const pageLanguageHeader = 'memori-language';
export const defaultLanguage: Language = 'en';

/** True for exactly the path prefixes that Memori serves. */
export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}
