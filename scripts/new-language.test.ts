import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { filesOfGuide } from '#tests/support/server-copy.ts';
import { runNode } from './lib/run.ts';

const root = path.resolve(import.meta.dirname, '..');

/** The numbered files of a section of CONTRIBUTING.md, with `name` in place of the example. */
async function filesFor(section: string, example: string, name: string): Promise<string[]> {
  const files = await filesOfGuide(section);
  return files.map((file) => file.replaceAll(new RegExp(`(?<=[/-])${example}(?=[/.])`, 'g'), name));
}

/** Copies everything that the client is built from to another folder. */
async function copyOfSources(): Promise<string> {
  const copy = await mkdtemp(path.join(tmpdir(), 'memori-language-'));
  onTestFinished(() => rm(copy, { recursive: true }));
  const parts = [
    'client',
    'shared',
    'server',
    'tests/components',
    'tests/fixtures',
    'tests/support',
    'scripts',
  ];
  for (const part of [...parts, 'vite.config.ts', 'tsconfig.json', 'package.json']) {
    const filter = (source: string) => !source.endsWith('/server/music');
    await cp(path.join(root, part), path.join(copy, part), { recursive: true, filter });
  }
  await symlink(path.join(root, 'node_modules'), path.join(copy, 'node_modules'));
  return copy;
}

test('adding a language and a page takes no more files than the guide names', async () => {
  const copy = await copyOfSources();
  const languageFiles = await filesFor('Adding a language', 'de', 'tlh');
  const pageFiles = await filesFor('Adding a page', 'help', 'help');
  expect(languageFiles.length).toBeLessThanOrEqual(7);
  expect(pageFiles.length).toBeLessThanOrEqual(5);

  const at = (file: string) => path.join(copy, file);
  const touched = new Set<string>();
  const change = async (file: string, from: string, to: string) => {
    const source = await readFile(at(file), 'utf8');
    expect(source).toContain(from);
    await writeFile(at(file), source.replace(from, to));
    touched.add(file);
  };
  await change(
    'shared/pages.ts',
    '  mail: {',
    "  help: { path: 'help', inApp: true, signedIn: false, indexed: true, unprefixed: false },\n  mail: {",
  );
  await change(
    'client/src/documents/app/router.tsx',
    '  mail: () =>',
    "  help: () => import('#client/pages/help.tsx'),\n  mail: () =>",
  );
  await change(
    'client/src/documents/app/router.tsx',
    '  mail: lazyPart',
    "  help: lazyPart(load.help, 'HelpPage'),\n  mail: lazyPart",
  );
  await cp(at('client/src/pages/not-found.tsx'), at('client/src/pages/help.tsx'));
  await change('client/src/pages/help.tsx', 'function NotFoundPage', 'function HelpPage');
  await change('client/src/pages/help.tsx', 'titles.notFound', 'titles.help');
  for (const language of ['en', 'it']) {
    await change(`client/src/i18n/${language}/app.json`, '"notFound": "', '"help": "Help", "notFound": "');
  }
  expect([...touched].toSorted()).toEqual(pageFiles.toSorted());

  touched.clear();
  await change('shared/languages.ts', '  it: {', "  tlh: { name: 'tlhIngan Hol', locale: 'tlh' },\n  it: {");
  // The other files of the new language: copies of the English ones.
  for (const file of languageFiles.filter((each) => each.includes('tlh'))) {
    await cp(at(file.replace('tlh', 'en')), at(file));
    touched.add(file);
  }
  await change('client/src/i18n/tlh/landing.json', '"landing": "', '"landing": "tlhIngan ');
  expect([...touched].toSorted()).toEqual(languageFiles.toSorted());

  const programs = [
    ['node_modules/typescript/bin/tsc', '-p', 'client'],
    ['scripts/check-translations.ts'],
    ['scripts/build-client.ts'],
  ];
  const ends = await Promise.all(programs.map((program) => runNode(program, copy)));
  expect(ends.filter(({ status }) => status !== 0)).toEqual([]);
  const built = (file: string) => readFile(at(`dist/client/${file}`), 'utf8');
  expect(await built('tlh.html')).toContain('<html lang="tlh">');
  expect(await built('tlh.html')).toMatch(/<title>tlhIngan /);
  expect(await built('en.html')).toContain('hreflang="tlh"');
  expect(await built('.shared/tlh-album.html')).toContain('<html lang="tlh">');
  expect(await built('sitemap.xml')).toContain('/tlh/help</loc>');
}, 300_000);
