import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor } from '#tests/support/visitor.ts';
import { languages } from '#shared/languages.ts';
import { createId } from '#server/platform/ids.ts';

let memori: TestServer;
let userId: string;

beforeAll(async () => {
  memori = await startTestServer({ jobs: false, pages: true });
  ({ userId } = await newVisitor(memori.url));
});
afterAll(() => memori.close());

const sharedPath = (language: string, kind: 'video' | 'album', id: string) => `/${language}/${kind}/${id}`;
const get = (path: string) => fetch(memori.url + path, { redirect: 'manual' });

/** The id of a new video of the visitor, finished unless `data` says otherwise. */
async function video(data: object = {}): Promise<string> {
  const id = createId();
  const row = { id, userId, provider: 'local', prompt: '', originalFilename: 'a.jpg', photoKey: 'p' };
  const done = { status: 'Success', progress: 1, renditionPrefix: 'runs/x', finishedAt: new Date() };
  await memori.deps.db.videoTask.create({ data: { ...row, ...done, width: 1024, height: 768, ...data } });
  return id;
}

async function album(name: string, data: object = {}): Promise<string> {
  const id = createId();
  const done = { status: 'completed', progress: 1, renditionPrefix: 'runs/x', finishedAt: new Date() };
  await memori.deps.db.album.create({ data: { id, userId, name, ...done, ...data } });
  return id;
}

/** The content of a meta element, identified by name or property. */
const meta = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)" />`).exec(html)?.[1];

test.each(languages)(
  '%s: a video is open to anybody with the link, but not indexed by search engines',
  async (lang) => {
    const id = await video();
    const answer = await get(sharedPath(lang, 'video', id));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    const html = await answer.text();
    expect(html).toContain(`<html lang="${lang}">`);
    expect(html).toContain(`© 2025–${new Date().getFullYear()} Memori`);
    expect(html).not.toMatch(/SLOT-|memori\.invalid/);
    const film = `${memori.url}/api/public/video/${id}`;
    expect(meta(html, 'robots')).toBe('noindex');
    expect(meta(html, 'og:url')).toBe(memori.url + sharedPath(lang, 'video', id));
    expect(meta(html, 'og:video')).toBe(film);
    expect([meta(html, 'og:video:width'), meta(html, 'og:video:height')]).toEqual(['1024', '768']);
    expect(meta(html, 'og:image')).toBe(`${film}/card.jpg`);
    expect([meta(html, 'og:image:width'), meta(html, 'og:image:height')]).toEqual(['1200', '630']);
    expect(meta(html, 'twitter:image')).toBe(`${film}/card.jpg`);
    expect(html).toMatch(
      new RegExp(`<video src="/api/public/video/${id}" poster="/api/public/video/${id}/poster.jpg"`),
    );
    expect(html).not.toMatch(/<script(?![^>]* src=)/);
    const unnamed = { en: 'A photo that moves', it: 'Una foto che si muove' }[lang];
    expect(html).toContain(`<title>${unnamed} · Memori</title>`);
    expect(html).toContain(`>${unnamed}</h1>`);
  },
);

test('a video is shown under its name, which is escaped', async () => {
  const id = await video({ name: 'Nonna "Rosa" & <b>1931</b>' });
  const html = await (await get(sharedPath('it', 'video', id))).text();
  const name = 'Nonna &quot;Rosa&quot; &amp; &lt;b&gt;1931&lt;/b&gt;';
  expect(html).toContain(`<title>${name} · Memori</title>`);
  expect(html).toContain(`>${name}</h1>`);
  expect(meta(html, 'og:title')).toBe(`${name} · Memori`);
  expect(meta(html, 'og:image:alt')).toBe(name);
});

test('sender and dedication are shown escaped, and are absent if not given', async () => {
  const said = await video({ sender: '<i>Anna</i>', dedication: 'Cara nonna,\nbuon <b>compleanno</b>!' });
  const html = await (await get(sharedPath('en', 'video', said))).text();
  expect(html).toContain('>From &lt;i&gt;Anna&lt;/i&gt;</p>');
  expect(html).toContain('>Cara nonna,\nbuon &lt;b&gt;compleanno&lt;/b&gt;!</blockquote>');
  const silent = await (await get(sharedPath('en', 'video', await video()))).text();
  // No sender, no dedication, no AI and no recorded photo.
  expect(silent.match(/ data-given=""/g)).toHaveLength(4);
  expect(silent).toMatch(/\[data-given=""\]\s*\{\s*display:\s*none/);
});

test('the page links to the create page, and the film can be saved', async () => {
  const id = await video();
  const html = await (await get(sharedPath('it', 'video', id))).text();
  expect(html).toMatch(/<a href="\/it\/create"[^>]*>Rispondi con una delle tue<\/a>/);
  expect(html).toMatch(new RegExp(`<a href="/api/public/video/${id}\\?download=1"[^>]*>Salva il video</a>`));
});

test('an album is shown under its name, which is escaped and fills no placeholder', async () => {
  const id = await album('Nonna "60" & <script>alert(1)</script> SLOT-ID', { width: 1024, height: 576 });
  const html = await (await get(sharedPath('en', 'album', id))).text();
  const name = 'Nonna &quot;60&quot; &amp; &lt;script&gt;alert(1)&lt;/script&gt; SLOT-ID';
  expect(html).toContain(`<title>${name} · Memori</title>`);
  expect(html).toContain(`>${name}</h1>`);
  expect(meta(html, 'og:video')).toBe(`${memori.url}/api/public/album/${id}`);
  expect([meta(html, 'og:video:width'), meta(html, 'og:video:height')]).toEqual(['1024', '576']);
  expect(html).toMatch(/<video [^>]*width="1024" height="576"/);
  expect(html).toMatch(/<video [^>]*style="--width:1024;--height:576"/);
  expect(html.replaceAll(name, '')).not.toContain('SLOT-');
});

const ai = { en: 'AI', it: 'IA' };
const byAi = { en: 'Made with AI', it: 'Creato con l’IA' };

test.each(languages)('%s: says how a video was made, with the word AI if a model made it', async (lang) => {
  const [ours, theirs] = [await video(), await video({ provider: 'minimax' })];
  const [oursHtml, theirsHtml] = await Promise.all(
    [ours, theirs].map(async (id) => (await get(sharedPath(lang, 'video', id))).text()),
  );
  expect(oursHtml).toContain(
    {
      en: 'Moved by software from a single photo, with nothing invented. What moves here was never filmed.',
      it: 'Un software ha mosso una sola foto, senza inventare niente. Ciò che si muove qui non è mai stato filmato.',
    }[lang],
  );
  expect(oursHtml).not.toContain(byAi[lang]);
  expect(oursHtml).not.toContain(`>${ai[lang]}<`);
  expect(theirsHtml).toMatch(new RegExp(`<strong[^>]*>${ai[lang]}</strong>`));
  expect(theirsHtml).not.toMatch(/nothing invented|senza inventare/);
  expect(meta(theirsHtml ?? '', 'description')).toContain(byAi[lang]);
  expect(theirsHtml).toContain({ en: 'an AI model of MiniMax', it: 'un modello di IA di MiniMax' }[lang]);
});

test('an album of both kinds says both, with every recorded maker and step', async () => {
  const id = await album('Estate');
  const making = {
    makers: [
      { name: 'local', version: '0.1.0', model: null },
      { name: 'minimax', version: null, model: 'Hailuo-9' },
    ],
    photos: ['ab'.repeat(32)],
    steps: ['cropped', 'restored', 'animated', 'conformed', 'joined', 'music', 'watermarked'],
  };
  await memori.deps.db.provenance.create({
    data: { prefix: 'runs/x', rendition: 'watermarked', albumId: id, making },
  });
  const html = await (await get(sharedPath('en', 'album', id))).text();
  expect(html).toContain(
    'Made from photos, in part with AI and in part by software that invents nothing. What moves here was never filmed.',
  );
  expect(html).toContain('Memori’s own animator (0.1.0) and an AI model of MiniMax (Hailuo-9)');
  expect(html).toContain(
    'the paper border was left away, fading, dust and scratches were removed, the photo was moved, ' +
      'the service’s clip was brought to size, several videos were joined, music was added, and ' +
      'the Memori mark was put on',
  );
  expect(html).toContain('ab'.repeat(32));
});

test('films that are unknown, unfinished, deleted or not shared are answered with 404 and the app’s page', async () => {
  const gone = { deletedAt: new Date() };
  const unfinished = { status: 'Processing', progress: 0.3, renditionPrefix: null, finishedAt: null };
  const waiting = { status: 'pending', progress: 0, renditionPrefix: null, finishedAt: null };
  const id = await video();
  const paths = [
    sharedPath('en', 'video', createId()),
    sharedPath('en', 'video', 'nonsense'),
    sharedPath('it', 'video', await video(gone)),
    sharedPath('it', 'video', await video(unfinished)),
    sharedPath('en', 'album', await album('Cugini', gone)),
    sharedPath('en', 'album', await album('Cugini', waiting)),
    sharedPath('en', 'album', id),
    sharedPath('en', 'video', await video({ shareStoppedAt: new Date() })),
    sharedPath('en', 'video', await video({ sharedUntil: new Date(Date.now() - 1000) })),
    sharedPath('en', 'album', await album('Cugini', { shareStoppedAt: new Date() })),
    `/fr/video/${id}`,
    `/en/video/${id}/more`,
    `/video/${id}`,
  ];
  for (const path of paths) {
    const answer = await get(path);
    expect([path, answer.status]).toEqual([path, 404]);
    const content = /^\/(en|it)\//.test(path) ? '<main class="slowStart">' : '</div>';
    expect(await answer.text()).toContain(`<div id="root">${content}`);
  }
});

test.each(languages)('%s: only a large album is also offered in a small version', async (language) => {
  const prefix = `runs/${language}`;
  const large = await album('Estate', { renditionPrefix: prefix });
  const row = { prefix, albumId: large, making: { makers: [], photos: [], steps: [] } };
  await memori.deps.db.provenance.create({ data: { ...row, rendition: 'watermarked-small' } });
  const offered = async (id: string) => {
    const html = await (await get(sharedPath(language, 'album', id))).text();
    expect(html).toContain(`href="/api/public/album/${id}?size=small&amp;download=1"`);
    return /<p data-given="([^"]*)"><a [^>]*size=small/.exec(html)?.[1];
  };
  // The paragraph is hidden if its value is empty.
  expect([await offered(large), await offered(await album('Breve'))]).toEqual(['small', '']);
});
