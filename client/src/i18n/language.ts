import {
  defaultLanguage,
  isLanguage,
  type Language,
  languageCookieText,
  languageFromPath,
} from '#shared/languages.ts';
import { storedText } from '#client/lib/storage.ts';

const choice = storedText('local', 'memori.language');

/** Italian for any Italian locale, and so on; English for languages we don't support. */
export function languageFromBrowser(browserLanguage: string | undefined): Language {
  const primary = browserLanguage?.toLowerCase().split('-')[0];
  return isLanguage(primary) ? primary : defaultLanguage;
}

/** In the order that the specification requires: the path's prefix, the stored choice, the browser's language. */
export function chooseLanguage(from: {
  pathname: string;
  stored: string | null;
  browser: string | undefined;
}): Language {
  const fromPath = languageFromPath(from.pathname);
  if (fromPath) return fromPath;
  return isLanguage(from.stored) ? from.stored : languageFromBrowser(from.browser);
}

/**
 * The same location in another language: replaces the prefix, keeps the rest of the path, the query and the fragment.
 */
export function inLanguage(
  language: Language,
  place: { pathname: string; search?: string; hash?: string },
): string {
  const rest = languageFromPath(place.pathname)
    ? place.pathname.slice(1 + (languageFromPath(place.pathname)?.length ?? 0))
    : place.pathname;
  return `/${language}${rest === '/' ? '' : rest}${place.search ?? ''}${place.hash ?? ''}`;
}

/** Stores the choice in this browser, if storage is available. */
export function rememberLanguage(language: Language): void {
  choice.write(language);
  // The server needs a cookie: requests for "/" carry no prefix.
  // oxlint-disable-next-line unicorn/no-document-cookie -- the store's own API is not in every browser.
  document.cookie = languageCookieText(language, window.location.protocol);
}

/** The language for a page at `pathname` in this browser. */
export function detectLanguage(pathname: string): Language {
  return chooseLanguage({ pathname, stored: choice.read(), browser: navigator.language });
}
