import { parseCookie } from 'cookie';
import type { Request, RequestHandler } from 'express';
import {
  defaultLanguage,
  isLanguage,
  type Language,
  languageCookies,
  pageLanguageHeader,
  languages,
} from '#shared/languages.ts';
import { href } from '#shared/pages.ts';

/** The language of the calling page as stated in its header, else that of the visitor. */
export function pageLanguageOf(req: Request): Language {
  const header = req.get(pageLanguageHeader);
  return isLanguage(header) ? header : languageOf(req);
}

/** The language that the visitor chose, else the best match for Accept-Language, else the default language. */
export function languageOf(req: Request): Language {
  const kept = parseCookie(req.headers.cookie ?? '');
  const chosen = languageCookies.map((name) => kept[name]).find(isLanguage);
  if (chosen) return chosen;
  const accepted = req.headers['accept-language'] && req.acceptsLanguages(...languages);
  return isLanguage(accepted) ? accepted : defaultLanguage;
}

/** Redirects to a page in the visitor's language, with the query. */
export const toOwnLanguage =
  (page: 'landing' | 'tv'): RequestHandler =>
  (req, res) => {
    res.set({ Vary: 'Accept-Language, Cookie', 'Cache-Control': 'no-store' });
    res.redirect(href(languageOf(req), page) + req.originalUrl.replace(/^[^?]*/, ''));
  };
