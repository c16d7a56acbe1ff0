import { parseCookie } from 'cookie';
import type { Request } from 'express';
import {
  defaultLanguage,
  isLanguage,
  type Language,
  languageCookies,
  pageLanguageHeader,
  languages,
} from '../../shared/languages.ts';

/** The language of the page that calls, as it says itself; else that of whoever asks. */
export function pageLanguageOf(req: Request): Language {
  const said = req.get(pageLanguageHeader);
  return isLanguage(said) ? said : languageOf(req);
}

/** The language that the visitor chose, else the best of those that the browser asks for, else English. */
export function languageOf(req: Request): Language {
  const kept = parseCookie(req.headers.cookie ?? '');
  const chosen = languageCookies.map((name) => kept[name]).find(isLanguage);
  if (chosen) return chosen;
  const accepted = req.headers['accept-language'] && req.acceptsLanguages(...languages);
  return isLanguage(accepted) ? accepted : defaultLanguage;
}
