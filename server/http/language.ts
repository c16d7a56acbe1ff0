import { parseCookie } from 'cookie';
import type { Request } from 'express';
import {
  defaultLanguage,
  isLanguage,
  type Language,
  languageCookie,
  languages,
} from '../../shared/languages.ts';

/** The language that the visitor chose, else the best of those that the browser asks for, else English. */
export function languageOf(req: Request): Language {
  const chosen = parseCookie(req.headers.cookie ?? '')[languageCookie];
  if (isLanguage(chosen)) return chosen;
  const accepted = req.headers['accept-language'] && req.acceptsLanguages(...languages);
  return isLanguage(accepted) ? accepted : defaultLanguage;
}
