/** The supported languages: their own names, and their locales in the Open Graph protocol (https://ogp.me). */
const table = {
  en: { name: 'English', locale: 'en_GB' },
  it: { name: 'Italiano', locale: 'it_IT' },
};

export type Language = keyof typeof table;
export const languages = Object.keys(table) as Language[];
export const languageFacts: Record<Language, { name: string; locale: string }> = table;
const languageCookie = 'memori_language';
/** The same over HTTPS: the `__Host-` prefix keeps subdomains and plain HTTP from setting it. */
const secureLanguageCookie = `__Host-${languageCookie}`;
/** Both cookie names; the one that only HTTPS can set comes first. */
export const languageCookies = [secureLanguageCookie, languageCookie] as const;

/** The cookie that a page at `protocol` sets to let the server know the language: 400 days, the browsers' maximum. */
export function languageCookieText(language: Language, protocol: string): string {
  const secure = protocol === 'https:';
  const name = secure ? secureLanguageCookie : languageCookie;
  return `${name}=${language}; Path=/; Max-Age=34560000; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** Sent with each call of a page: the page's language, regardless of the language chosen elsewhere. */
export const pageLanguageHeader = 'memori-language';
export const defaultLanguage: Language = 'en';

/** True for the path prefixes that Memori serves. */
export function isLanguage(value: unknown): value is Language {
  return languages.some((language) => language === value);
}

/** The language named by the first segment of a path, or null. */
export function languageFromPath(pathname: string): Language | null {
  const segment = pathname.split('/')[1];
  return isLanguage(segment) ? segment : null;
}
