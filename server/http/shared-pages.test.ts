import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../tests/support/server.ts';
import { newVisitor } from '../../tests/support/visitor.ts';
import { languages } from '../../shared/languages.ts';
import { createId } from '../platform/ids.ts';

let memori: TestServer;
let userId: string;

beforeAll(async () => {
  memori = await startTestServer({ jobs: false, pages: true });
  ({ userId } = await newVisitor(memori.url));
});
afterAll(() => memori.close());

const sharedPath = (language: string, kind: 'video' | 'album', id: string) => `/${language}/${kind}/${id}`;
const get = (path: string) => fetch(memori.url + path, { redirect: 'manual' });

/** A video of the visitor's: finished unless `data` says otherwise. */
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

/** What a meta element of the document says, whichever way it is named. */
const meta = (html: string, name: string) =>
  new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)" />`).exec(html)?.[1];

test.each(languages)(
  '%s: whoever has the link of a video sees it, and search engines do not',
  async (lang) => {
    const id = await video();
    const answer = await get(sharedPath(lang, 'video', id));
    expect(answer.status).toBe(200);
    expect(answer.headers.get('x-robots-tag')).toBe('noindex');
    expect(answer.headers.get('cache-control')).toBe('private, no-cache');
    const html = await answer.text();
    expect(html).toContain(`<html lang="${lang}">`);
    expect(html).not.toMatch(/SLOT-|memori\.invalid/);
    const film = `${memori.url}/api/public/video/${id}`;
    expect(meta(html, 'robots')).toBe('noindex');
    expect(meta(html, 'og:url')).toBe(memori.url + sharedPath(lang, 'video', id));
    expect(meta(html, 'og:video')).toBe(film);
    expect([meta(html, 'og:video:width'), meta(html, 'og:video:height')]).toEqual(['1024', '768']);
    expect(meta(html, 'og:image')).toBe(`${film}/poster.jpg`);
    expect(meta(html, 'twitter:image')).toBe(`${film}/poster.jpg`);
    expect(html).toMatch(
      new RegExp(`<video src="/api/public/video/${id}" poster="/api/public/video/${id}/poster.jpg"`),
    );
    expect(html).not.toMatch(/<script(?![^>]* src=)/);
    const unnamed = { en: 'A photo that moves', it: 'Una foto che si muove' }[lang];
    expect(html).toContain(`<title>${unnamed} · Memori</title>`);
    expect(html).toContain(`>${unnamed}</h1>`);
  },
);

test('a video that has a name is shown under it, and its name runs nothing', async () => {
  const id = await video({ name: 'Nonna "Rosa" & <b>1931</b>' });
  const html = await (await get(sharedPath('it', 'video', id))).text();
  const name = 'Nonna &quot;Rosa&quot; &amp; &lt;b&gt;1931&lt;/b&gt;';
  expect(html).toContain(`<title>${name} · Memori</title>`);
  expect(html).toContain(`>${name}</h1>`);
  expect(meta(html, 'og:title')).toBe(`${name} · Memori`);
  expect(meta(html, 'og:image:alt')).toBe(name);
});

test('an album is shown under its name, and its name runs nothing and fills no slot', async () => {
  const id = await album('Nonna "60" & <script>alert(1)</script> SLOT-ID');
  const html = await (await get(sharedPath('en', 'album', id))).text();
  const name = 'Nonna &quot;60&quot; &amp; &lt;script&gt;alert(1)&lt;/script&gt; SLOT-ID';
  expect(html).toContain(`<title>${name} · Memori</title>`);
  expect(html).toContain(`>${name}</h1>`);
  expect(meta(html, 'og:video')).toBe(`${memori.url}/api/public/album/${id}`);
  expect(html.replaceAll(name, '')).not.toMatch(/SLOT-|og:video:width/);
});

test('what is unknown, unfinished or deleted is not found, by its status and in words', async () => {
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
    `/fr/video/${id}`,
    `/en/video/${id}/more`,
    `/video/${id}`,
  ];
  for (const path of paths) {
    const answer = await get(path);
    expect([path, answer.status]).toEqual([path, 404]);
    expect(await answer.text()).toContain('<div id="root"></div>');
  }
});
