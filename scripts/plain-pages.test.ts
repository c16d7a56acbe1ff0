import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parse } from 'acorn';
import { expect, test } from 'vitest';
import { newerApis, oldestBrowsers } from '#shared/oldest-browsers.ts';
import { chunksFrom, type Manifest } from './build/inline-styles.ts';

const output = path.resolve(import.meta.dirname, '../dist/client');
const manifest = JSON.parse(readFileSync(path.join(output, '.vite/manifest.json'), 'utf8')) as Manifest;
const pages = ['frame.html', 'box.html', 'sent.html', 'tv.html', 'shared.html'];

/** The code that a page's document loads; what it loads later, after asking the browser, is not among it. */
const scriptsOf = (page: string) =>
  chunksFrom(manifest, page, { lazy: false }).map(({ file }) =>
    readFileSync(path.join(output, file), 'utf8'),
  );

/** Every name in a script: identifiers and properties. */
function namesIn(code: string): Set<string> {
  const names = new Set<string>();
  JSON.stringify(parse(code, { ecmaVersion: 2017, sourceType: 'module' }), (_key, value: unknown) => {
    const { type, name } = (value ?? {}) as { type?: unknown; name?: unknown };
    if (type === 'Identifier' && typeof name === 'string') names.add(name);
    return value;
  });
  return names;
}

/**
 * What came to browsers after ES2017 and is easily used unawares; the table says which of it these scripts may use. What
 * a script asks for first (`wakeLock`, `getAnimations`), or can be set to no effect (`inert`), does no harm.
 */
const later = [
  ...['AbortController', 'BroadcastChannel', 'IntersectionObserver', 'ResizeObserver', 'globalThis'],
  ...['allSettled', 'any', 'at', 'finally', 'findLast', 'findLastIndex', 'flat', 'flatMap', 'fromEntries'],
  ...['hasOwn', 'matchAll', 'randomUUID', 'replaceAll', 'replaceChildren', 'requestIdleCallback'],
  ...['structuredClone', 'toReversed', 'toSorted', 'toSpliced', 'toggleAttribute', 'trimEnd', 'trimStart'],
  ...['withResolvers', 'isSubsetOf', 'groupBy', 'canParse', 'arrayBuffer', 'WeakRef', 'BigInt'],
];

test.each(pages)('the scripts of %s are ES2017', (page) => {
  const scripts = scriptsOf(page);
  expect(scripts).not.toEqual([]);
  for (const script of scripts)
    expect(() => parse(script, { ecmaVersion: 2017, sourceType: 'module' })).not.toThrow();
});

test('what the box loads later is behind a script of its own, for which it asks first', () => {
  const [script = ''] = scriptsOf('box.html').filter((each) => each.includes('importLater('));
  expect(script).toContain('`importLater`in window');
  expect(script.match(/importLater\(.\/assets\/(judge|shrink)-photo-/g)).toHaveLength(2);
  expect(readFileSync(path.join(output, '.secret/en-box.html'), 'utf8')).toContain(' src="/import-later.js"');
  expect(readFileSync(path.join(output, 'import-later.js'), 'utf8')).toContain('importLater = ');
});

test('they use what the table of APIs lists', () => {
  const names = new Set(pages.flatMap(scriptsOf).flatMap((script) => [...namesIn(script)]));
  expect(later.filter((name) => names.has(name)).toSorted()).toEqual(Object.keys(newerApis).toSorted());
});

test.each(['chrome', 'firefox', 'safari'] as const)(
  'the oldest %s that is named has all of them',
  (browser) => {
    const since = Object.values(newerApis).map((api) => api[browser]);
    expect(oldestBrowsers[browser]).toBeGreaterThanOrEqual(Math.max(...since));
  },
);

test.each(['en', 'it'])('%s: each document names the oldest browsers, for a script to remove', (language) => {
  for (const file of ['.secret/LANG-frame.html', '.secret/LANG-box.html', '.shared/LANG-video.html']) {
    const document = readFileSync(path.join(output, file.replace('LANG', language)), 'utf8');
    const notice = /data-too-old="true">([^<]+)</.exec(document)?.[1] ?? '';
    expect(notice.match(/\d+(\.\d+)?/g)).toEqual(['79', '69', '13.1']);
  }
});
