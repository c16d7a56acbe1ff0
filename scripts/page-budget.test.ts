import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { type Language, languages } from '#shared/languages.ts';
import { chunksFrom, type Manifest } from './build/inline-styles.ts';

const output = path.resolve(import.meta.dirname, '../dist/client');
const manifest = JSON.parse(readFileSync(path.join(output, '.vite/manifest.json'), 'utf8')) as Manifest;
const size = (file: string) => statSync(path.join(output, file)).size;

/** The Brotli-compressed size of all chunks needed by these, each counted once. */
function scripts(...entries: string[]): number {
  const chunks = entries.flatMap((entry) => chunksFrom(manifest, entry, { lazy: false }));
  return [...new Set(chunks)].reduce((sum, { file }) => sum + size(`${file}.br`), 0);
}

const start = 'landing.html';
const alive = 'src/documents/landing/hydrate.tsx';

test('the landing page initially loads at most 15 kB of scripts', () => {
  expect(scripts(start)).toBeLessThanOrEqual(15_000);
});

test.each(languages)(
  '%s: scripts are at most 110 kB, including everything loaded on first interaction',
  (language) => {
    const texts = ['common', 'landing'].map((file) => `src/i18n/${language}/${file}.json`);
    expect(scripts(start, alive, ...texts)).toBeLessThanOrEqual(110_000);
  },
);

/** How many scripts and stylesheets a browser requests for these, one entry after the other. */
function requests(...entries: string[]): { scripts: number; styles: number } {
  const chunks = entries.flatMap((entry) => chunksFrom(manifest, entry, { lazy: false }));
  const count = (files: readonly string[]) => new Set(files).size;
  return {
    scripts: count(chunks.map(({ file }) => file)),
    styles: count(chunks.flatMap(({ css = [] }) => css)),
  };
}

const textsOf = (language: Language) => ['common', 'app'].map((file) => `src/i18n/${language}/${file}.json`);
const app = ['index.html', ...textsOf('it')];

test.each([
  ['the landing page', [start], 3],
  ['the landing page after the first interaction', [start, alive], 10],
  ['a shared video', ['shared.html'], 3],
  ['a frame', ['frame.html'], 3],
  ['the family box', ['box.html'], 3],
  ['the page for televisions', ['tv.html'], 3],
  ['the create page', [...app, 'src/pages/create.tsx'], 22],
  ['the packages', [...app, 'src/pages/packages.tsx'], 16],
  ['the account page', [...app, 'src/pages/account.tsx'], 19],
])('%s requests few files', (_page, entries, most) => {
  const { scripts: count, styles } = requests(...entries);
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(most);
  expect(styles).toBeLessThanOrEqual(13);
});

test.each(languages)(
  '%s: the app’s document fetches the texts of its language, and no others',
  (language) => {
    const html = readFileSync(path.join(output, `.app/${language}.html`), 'utf8');
    expect(html).toContain(`<html lang="${language}">`);
    const loaded = languages.filter((each) =>
      textsOf(each).some((entry) => html.includes(manifest[entry]!.file)),
    );
    expect(loaded).toEqual([language]);
    for (const entry of textsOf(language))
      expect(html).toContain(`<link rel="modulepreload" crossorigin href="/${manifest[entry]!.file}">`);
    const scripts = chunksFrom(manifest, 'index.html', { lazy: false }).map(({ file }) => file);
    for (const each of languages.flatMap(textsOf)) expect(scripts).not.toContain(manifest[each]!.file);
  },
);

test.each(languages)('%s: all styles are inlined, and at most 8 kB', (language) => {
  const html = readFileSync(path.join(output, `${language}.html`), 'utf8');
  const styles = [...html.matchAll(/<style>(.*?)<\/style>/gs)].map(([, css = '']) => css).join('');
  expect(styles).toContain('@font-face');
  expect(brotliCompressSync(styles).length).toBeLessThanOrEqual(8_000);
  expect(html).not.toContain('rel="stylesheet"');
});

test('the fonts of a page in English or Italian are at most 36 kB', () => {
  const html = readFileSync(path.join(output, 'it.html'), 'utf8');
  const faces = [...html.matchAll(/@font-face\{[^}]*\}/g)].map(([face]) => face);
  const needed = faces.filter((face) => !/-(western|central)-/.test(face) && face.includes('.woff2'));
  const files = needed.map((face) => /url\(\/(assets\/[^)]+)\)/.exec(face)?.[1] ?? face);
  expect(files).toHaveLength(3);
  expect(files.reduce((sum, file) => sum + size(file), 0)).toBeLessThanOrEqual(36_000);
});

test.each(languages)('%s: those fonts contain every character', (language) => {
  const html = readFileSync(path.join(output, `${language}.html`), 'utf8');
  const [, list = ''] = /unicode-range:([^;}]+)/.exec(html) ?? [];
  const ranges = [...list.matchAll(/U\+(\w+)(?:-(\w+))?/gi)].map(([, from = '', to = from]) => [
    Number.parseInt(from, 16),
    Number.parseInt(to, 16),
  ]);
  const known = (character: string) => {
    const code = character.codePointAt(0) ?? 0;
    return ranges.some(([from = 0, to = 0]) => code >= from && code <= to);
  };
  const text = html
    .slice(html.indexOf('<body'))
    .replaceAll(/<[^>]*>|\s/g, (match) => (match === '\u00a0' ? match : ''));
  expect([...new Set(text)].filter((character) => !known(character))).toEqual([]);
});

test('the document is at most 20 kB', () => {
  for (const language of languages) {
    const html = readFileSync(path.join(output, `${language}.html`));
    expect(brotliCompressSync(html).length).toBeLessThanOrEqual(20_000);
  }
});
