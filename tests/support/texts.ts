import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import type { Texts } from '#client/i18n/texts.ts';
import { mergeTexts, type Texts as Nested } from '#scripts/lib/translations.ts';
import type { Language } from '#shared/languages.ts';

const folder = path.resolve(import.meta.dirname, '../../client/src/i18n');

/** All texts in a language, from all files of its folder. */
export function textsOf(language: Language): Texts {
  const files = readdirSync(path.join(folder, language)).map((file) => path.join(folder, language, file));
  return mergeTexts(
    files.map((file) => JSON.parse(readFileSync(file, 'utf8')) as Nested),
  ) as unknown as Texts;
}

export const texts = { en: textsOf('en'), it: textsOf('it') };
