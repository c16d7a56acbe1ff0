import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type Language, languages } from '../../shared/languages.ts';
import type en from './texts/en.json';

/** What the server itself says to people: in mails, on receipts, on the pages of the payment sandbox. */
export type ServerTexts = typeof en;

const folder = path.resolve(import.meta.dirname, 'texts');

/** One file for each language; scripts/check-translations.ts holds them all to the English one's keys. */
export const serverTexts = Object.fromEntries(
  languages.map((language) => [
    language,
    JSON.parse(readFileSync(path.join(folder, `${language}.json`), 'utf8')),
  ]),
) as Record<Language, ServerTexts>;
