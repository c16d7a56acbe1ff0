import { defaultLanguage, isLanguage, type Language, languageCookieText } from '../../../shared/languages.ts';
import { storedText } from '../lib/storage.ts';

const choice = storedText('local', 'memori.language');

/** The language that a path's first segment names, or null. */
export function languageFromPath(pathname: string): Language | null {
  const segment = pathname.split('/')[1];
  return isLanguage(segment) ? segment : null;
}

/** Italian for every kind of Italian, and so on; English for what we don't speak. */
export function languageFromBrowser(browserLanguage: string | undefined): Language {
  const primary = browserLanguage?.toLowerCase().split('-')[0];
  return isLanguage(primary) ? primary : defaultLanguage;
}

/** The specification's order: the path's prefix, then the stored choice, then the browser. */
export function chooseLanguage(from: {
  pathname: string;
  stored: string | null;
  browser: string | undefined;
}): Language {
  const fromPath = languageFromPath(from.pathname);
  if (fromPath) return fromPath;
  return isLanguage(from.stored) ? from.stored : languageFromBrowser(from.browser);
}

/** The same place in another language: a new prefix, the rest of the path, the query and the fragment kept. */
export function inLanguage(
  language: Language,
  place: { pathname: string; search?: string; hash?: string },
): string {
  const rest = languageFromPath(place.pathname)
    ? place.pathname.slice(1 + (languageFromPath(place.pathname)?.length ?? 0))
    : place.pathname;
  return `/${language}${rest === '/' ? '' : rest}${place.search ?? ''}${place.hash ?? ''}`;
}

/** Keeps the choice in this browser, where it lets us. */
export function rememberLanguage(language: Language): void {
  choice.write(language);
  // For the server, which is asked for "/" without a prefix.
  // oxlint-disable-next-line unicorn/no-document-cookie -- the store's own API is not in every browser.
  document.cookie = languageCookieText(language, window.location.protocol);
}

/** The language for a page at `pathname` in this browser. */
export function detectLanguage(pathname: string): Language {
  return chooseLanguage({ pathname, stored: choice.read(), browser: navigator.language });
}
