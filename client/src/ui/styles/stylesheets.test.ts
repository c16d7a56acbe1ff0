import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const source = path.resolve(import.meta.dirname, '../..');

/** All lines matching `pattern` in the client's files of these kinds, with their file. */
const linesWith = (pattern: RegExp, files: string) =>
  globSync(files, { cwd: source, exclude: (file) => file.endsWith('.test.ts') }).flatMap((file) =>
    readFileSync(path.join(source, file), 'utf8')
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );

test('layouts change at the shared breakpoints only', () => {
  const own = linesWith(/@(media|container)\b.*\b(width|height)\b|\((min|max)-width/, '**/*.{css,ts,tsx}');
  expect(own).toEqual([
    'ui/styles/breakpoints.ts: export const largerThan = (name: Breakpoint) => `(min-width: ${breakpoints[name]})`;',
  ]);
});

test('text uses the shared sizes only', () => {
  const own = linesWith(
    /font-size: (?!inherit|var\(--(text|size)-|calc\([\d.]+ \* var\(--text-)/,
    '**/*.css',
  );
  // What is written in a film is sized by its frame.
  expect(own.filter((line) => !line.startsWith('features/compose-album/preview/stage.module.css:'))).toEqual(
    [],
  );
});

// The browser tests run in Chromium only (decision 080): what other engines don't draw is rejected here.

test('no animation changes content-visibility, which leaves the content empty in WebKit', () => {
  // The one use, which a script ends.
  expect(linesWith(/content-visibility/, '**/*.css')).toEqual([
    'documents/landing/landing-page.module.css: content-visibility: auto;',
  ]);
});

test('whatever blends is isolated, without which WebKit may lose the backdrop', () => {
  const filesWith = (pattern: RegExp) => linesWith(pattern, '**/*.css').map((line) => line.split(':')[0]);
  const blends = filesWith(/mix-blend-mode:/);
  expect(blends).not.toEqual([]);
  expect(filesWith(/isolation: isolate/)).toEqual(expect.arrayContaining(blends));
});

test('no style reads a typed attribute, which neither WebKit nor Firefox can', () => {
  expect(linesWith(/\battr\([^)]*\btype\(/, '**/*.css')).toEqual([]);
});

/** Every complete document with its own styles that the build makes: the pages without the component library. */
const documents = globSync(['*.html', '.shared/*.html', '.secret/*.html'], {
  cwd: path.resolve(source, '../../dist/client'),
}).filter((file) => file !== 'index.html');

/** What elements get in their own `style`, from whoever fills the document or from its script. */
const ofElements = ['--width', '--height', '--tooltip-opens', '--tooltip-closes'];

test('the build makes documents', () => {
  expect(documents).toEqual(
    expect.arrayContaining(['it.html', 'offline-en.html', '.secret/en-box.html', '.shared/en-video.html']),
  );
});

test.each(documents)('%s defines every custom property that it uses', (file) => {
  const document = readFileSync(path.resolve(source, '../../dist/client', file), 'utf8');
  const defined = new Set(
    [...document.matchAll(/(--[\w-]+)\s*:/g)].map(([, name]) => name).concat(ofElements),
  );
  const used = [...document.matchAll(/var\(\s*(--[\w-]+)\s*\)/g)].map(([, name]) => name);
  expect(used.filter((name) => !defined.has(name))).toEqual([]);
});
