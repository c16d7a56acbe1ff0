import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { languages } from '#shared/languages.ts';
import { compareLanguages, compareWithSources, mergeTexts, type Texts } from './lib/translations.ts';

const root = path.resolve(import.meta.dirname, '..');
const client = path.join(root, 'client/src');

const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Texts;
/** The same file for each language, keyed by language. */
const inEach = (file: (language: string) => string) =>
  Object.fromEntries(languages.map((language) => [language, read(path.join(root, file(language)))]));

const sources = globSync('**/*.{ts,tsx}', { cwd: client })
  .filter((file) => !file.includes('.test.'))
  .map((file) => readFileSync(path.join(client, file), 'utf8'));

const namespaces = globSync('*.json', { cwd: path.join(client, 'i18n/en') });
const english = namespaces.map((file) => read(path.join(client, 'i18n/en', file)));
const problems = [
  ...namespaces.flatMap((file) =>
    compareLanguages(inEach((language) => `client/src/i18n/${language}/${file}`)),
  ),
  ...compareLanguages(inEach((language) => `server/platform/texts/${language}.json`)),
  ...compareWithSources(mergeTexts(english), sources),
];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
