/** Every language that Memori speaks: what it calls itself, and its name in the Open Graph protocol (https://ogp.me). */
const table = {
  en: { name: 'English', locale: 'en_GB' },
  it: { name: 'Italiano', locale: 'it_IT' },
};

export type Language = keyof typeof table;
export const languages = Object.keys(table) as Language[];
export const languageFacts: Record<Language, { name: string; locale: string }> = table;
const languageCookie = 'memori_language';
/** The same over HTTPS: no subdomain and no plain HTTP can plant one of this name. */
const secureLanguageCookie = `__Host-${languageCookie}`;
/** Whichever the browser keeps, the one that only HTTPS could set first. */
export const languageCookies = [secureLanguageCookie, languageCookie] as const;

/** What a page at `protocol` has its browser keep, so that the server knows the language as well: 400 days, the longest that browsers do. */
export function languageCookieText(language: Language, protocol: string): string {
  const secure = protocol === 'https:';
  const name = secure ? secureLanguageCookie : languageCookie;
  return `${name}=${language}; Path=/; Max-Age=34560000; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** With each call of a page: its language, whatever was chosen elsewhere. */
export const pageLanguageHeader = 'memori-language';
export const defaultLanguage: Language = 'en';

/** True for exactly the path prefixes that Memori serves. */
export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}
