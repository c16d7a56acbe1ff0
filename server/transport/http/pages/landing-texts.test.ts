import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readLandingTexts, withLandingTexts } from './landing-texts.ts';

const root = path.resolve(import.meta.dirname, '../../../..');
const documentIn = (language: 'en' | 'it') =>
  readFile(path.join(root, `dist/client/${language}.html`), 'utf8');

let dataDir: string;
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'memori-words-'));
});
afterAll(() => rm(dataDir, { recursive: true, force: true }));

async function wordsFrom(content: unknown) {
  const text = typeof content === 'string' ? content : JSON.stringify(content);
  await writeFile(path.join(dataDir, 'landing.json'), text);
  return readLandingTexts({ DATA_DIR: dataDir });
}

const letter = (quote: string) => ({ quote, name: 'Anna', place: 'Bari' });
const letters = [letter('Che bello.'), letter('<b>Grazie</b> & ciao'), letter('$& $1')];
/** The text in the element with this mark. */
const shown = (html: string, mark: string) => new RegExp(` data-own="${mark}"[^>]*>([^<]*)`).exec(html)?.[1];
const isHidden = (html: string, mark: string) => new RegExp(` data-own="${mark}"[^>]* hidden>`).test(html);

test('without the operator’s words, the page says that its letters are imagined', async () => {
  await rm(path.join(dataDir, 'landing.json'), { force: true });
  const words = await readLandingTexts({ DATA_DIR: dataDir });
  expect(words).toBeNull();
  const html = withLandingTexts(await documentIn('en'), 'en', words);
  expect(shown(html, 'heading')).toBe('Moments like these');
  expect(shown(html, 'examples')).toBe('Imagined letters: real ones will take their place.');
  expect(isHidden(html, 'examples')).toBe(false);
  expect(html).not.toContain('What families write to us');
});

test('the operator’s words are shown escaped, in their language only', async () => {
  const words = await wordsFrom({ it: { stats: [{ value: '12+', label: 'album' }], letters } });
  const html = withLandingTexts(await documentIn('it'), 'it', words);
  expect(shown(html, 'heading')).toBe('Che cosa ci scrivono le famiglie');
  expect(isHidden(html, 'examples')).toBe(true);
  expect([0, 1, 2].map((n) => shown(html, `quote-${n}`))).toEqual([
    'Che bello.',
    '&lt;b&gt;Grazie&lt;/b&gt; &amp; ciao',
    '$&amp; $1',
  ]);
  expect([shown(html, 'name-1'), shown(html, 'place-1')]).toEqual(['Anna', 'Bari']);
  expect([shown(html, 'value-0'), shown(html, 'label-0')]).toEqual(['12+', 'album']);
  expect([0, 1, 2, 3].map((n) => isHidden(html, `stat-${n}`))).toEqual([false, true, true, true]);
  expect([isHidden(html, 'stats'), isHidden(html, 'letters')]).toEqual([false, false]);
  const english = await documentIn('en');
  expect(withLandingTexts(english, 'en', words)).toBe(english);
});

test('empty lists hide their sections', async () => {
  const html = withLandingTexts(
    await documentIn('en'),
    'en',
    await wordsFrom({ en: { stats: [], letters: [] } }),
  );
  expect([isHidden(html, 'stats'), isHidden(html, 'letters')]).toEqual([true, true]);
});

test('the bundled template is valid', async () => {
  const words = await wordsFrom(await readFile(path.join(root, 'content/landing.json'), 'utf8'));
  expect(words?.it?.letters).toHaveLength(3);
});

test.each([
  ['not JSON', '{', 'the whole file'],
  ['two letters', { en: { stats: [], letters: letters.slice(1) } }, 'en.letters: three letters, or none'],
  [
    'five figures',
    { en: { stats: Array.from({ length: 5 }, () => ({ value: '1', label: 'a' })), letters } },
    'en.stats',
  ],
  [
    'an empty quote',
    { it: { stats: [], letters: [letter(' '), ...letters.slice(1)] } },
    'it.letters.0.quote',
  ],
  ['an unknown language', { fr: { stats: [], letters } }, 'fr'],
])('%s prevents startup with one line', async (_what, content, complaint) => {
  const failure = wordsFrom(content);
  await expect(failure).rejects.toMatchObject({ name: 'StartError' });
  await expect(failure).rejects.toThrow(`${path.join(dataDir, 'landing.json')} can't be used: `);
  await expect(failure).rejects.toThrow(complaint);
});
