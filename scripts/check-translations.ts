import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { compareLanguages, compareWithSources, type Texts } from './lib/translations.ts';

const client = path.resolve(import.meta.dirname, '../client/src');

function textsOf(language: string): Texts {
  return JSON.parse(readFileSync(path.join(client, 'i18n', `${language}.json`), 'utf8')) as Texts;
}

const sources = globSync('**/*.{ts,tsx}', { cwd: client })
  .filter((file) => !file.includes('.test.'))
  .map((file) => readFileSync(path.join(client, file), 'utf8'));

const en = textsOf('en');
const problems = [...compareLanguages({ en, it: textsOf('it') }), ...compareWithSources(en, sources)];
for (const problem of problems) console.error(problem);
process.exitCode = problems.length > 0 ? 1 : 0;
