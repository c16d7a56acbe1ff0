import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { unfinishedPages } from './legal-pages.ts';

let memori: TestServer;
beforeAll(async () => {
  memori = await startTestServer({ jobs: false, pages: true });
});
afterAll(() => memori.close());

const get = async (address: string) => {
  const answer = await fetch(memori.url + address);
  expect([address, answer.status]).toEqual([address, 200]);
  return answer.text();
};

/** Writes an operator's text for one language. */
async function write(language: string, page: string, text: string): Promise<void> {
  const folder = path.join(memori.dataDir, 'legal', language);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${page}.md`), text);
}

const headings = {
  'en/privacy': 'Privacy',
  'en/terms': 'Terms',
  'en/imprint': 'Company and contact',
  'en/accessibility': 'Accessibility',
  'it/privacy': 'Privacy',
  'it/terms': 'Condizioni',
  'it/imprint': 'Società e contatti',
  'it/accessibility': 'Accessibilità',
};

test.each(Object.entries(headings))('/%s exists, and links to the others', async (page, heading) => {
  const [language = ''] = page.split('/');
  const html = await get(`/${page}`);
  expect(html).toContain(`<html lang="${language}">`);
  expect(html).toContain(`<title>${heading} · Memori</title>`);
  expect(html).toContain(`<h1>${heading}</h1>`);
  expect(html).not.toMatch(/SLOT-|memori\.invalid|\[\[/);
  for (const other of ['privacy', 'terms', 'imprint', 'accessibility', 'withdraw'])
    expect(html).toContain(`href="/${language}/${other}"`);
});

test('the bundled pages mark what has to be filled in, and are listed as unfinished', async () => {
  expect(await get('/en/imprint')).toContain('<mark>VAT number</mark>');
  expect(await unfinishedPages(memori.deps)).toContain('it/privacy');
});

test('the operator’s text is shown at once, escaped, and fills no placeholder', async () => {
  await write('en', 'terms', '# Our <b>terms</b>\n\nSLOT-TITLE <script>alert(1)</script> & *more*.\n');
  const html = await get('/en/terms');
  expect(html).toContain('<title>Our &lt;b&gt;terms&lt;/b&gt; · Memori</title>');
  expect(html).toContain('SLOT-TITLE &lt;script&gt;alert(1)&lt;/script&gt; &amp; <em>more</em>.');
  expect(html).not.toContain('<script>alert');
  expect(await unfinishedPages(memori.deps)).not.toContain('en/terms');
});

test('a path below a page, or in an unsupported language, is not found', async () => {
  for (const address of ['/en/terms/x', '/de/terms'])
    expect((await fetch(memori.url + address)).status).toBe(404);
});
