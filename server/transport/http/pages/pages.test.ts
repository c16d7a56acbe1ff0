import { readdirSync } from 'node:fs';
import { once } from 'node:events';
import { get as httpGet, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { languages } from '#shared/languages.ts';
import { packages } from '#shared/packages.ts';
import { appPageAt } from '#shared/pages.ts';
import { sharp } from '#server/platform/image.ts';
import { conditionalRequests } from '../middleware/protocol.ts';
import { builtPages } from './pages.ts';

const publicUrl = 'https://memori.example';
const assets = path.resolve(import.meta.dirname, '../../../../dist/client/assets');
const assetOf = (start: string, end: string) =>
  readdirSync(assets).find((name) => name.startsWith(start) && name.endsWith(end)) ?? `no ${start}*${end}`;

let server: Server;
let url: string;

beforeAll(async () => {
  server = express()
    .use(conditionalRequests, await builtPages(publicUrl, null))
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterAll(() => new Promise((resolve) => server.close(resolve)));

const get = (address: string, headers: Record<string, string> = {}) =>
  fetch(url + address, { headers, redirect: 'manual' });

test('the root redirects to the landing page, and keeps the query', async () => {
  const answer = await get('/?utm_source=letter');
  expect([answer.status, answer.headers.get('location')]).toEqual([302, '/en?utm_source=letter']);
  expect(answer.headers.get('vary')).toMatch(/^Accept-Language, Cookie\b/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
});

test.each([
  [{ 'accept-language': 'it-CH,it;q=0.9,en;q=0.5' }, '/it'],
  [{ 'accept-language': 'en-GB,it;q=0.5' }, '/en'],
  [{ 'accept-language': 'de,fr;q=0.5' }, '/en'],
  [{ 'accept-language': 'en', cookie: 'memori_language=it' }, '/it'],
  [{ 'accept-language': 'it', cookie: 'memori_language=fr' }, '/it'],
])('the root redirects to the chosen language, else to the browser’s: %j', async (headers, place) => {
  expect((await get('/', headers)).headers.get('location')).toBe(place);
});

test('serves the favicon that browsers request by default', async () => {
  const answer = await get('/favicon.ico');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/vnd.microsoft.icon']);
  const { width, height, format } = await sharp(
    Buffer.from(await answer.arrayBuffer()).subarray(22),
  ).metadata();
  expect([width, height, format]).toEqual([48, 48, 'png']);
});

test.each(languages)(
  '%s: the document has its metadata, with the address of this Memori',
  async (language) => {
    const html = await (await get(`/${language}`)).text();
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(`<link rel="canonical" href="${publicUrl}/${language}" />`);
    for (const hreflang of [...languages, 'x-default']) expect(html).toContain(`hreflang="${hreflang}"`);
    expect(html).toContain(`<meta property="og:image" content="${publicUrl}/og-${language}.jpg" />`);
    expect(html).not.toContain('memori.invalid');
    const titles = html.match(/<title>[^<]{20,70}<\/title>/g);
    expect(titles).toHaveLength(1);
    expect(html).toMatch(/<meta name="description" content="[^"]{80,220}" \/>/);
  },
);

test.each(languages)(
  '%s: the document has no inline script, and its structured data is valid',
  async (language) => {
    const html = await (await get(`/${language}`)).text();
    const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)([^>]*)>(.*?)<\/script>/gs)];
    expect(inline.map(([, attributes]) => attributes?.trim())).toEqual(['type="application/ld+json"']);
    const { '@graph': things } = JSON.parse(inline[0]?.[2] ?? '') as { '@graph': Record<string, unknown>[] };
    const of = (type: string) => things.find((thing) => thing['@type'] === type);
    expect(of('Product')?.['offers']).toMatchObject(
      packages.map(({ price }) => ({ price: (price / 100).toFixed(2) })),
    );
    const { mainEntity: answered } = of('FAQPage') as { mainEntity: unknown[] };
    expect(answered.length).toBeGreaterThan(4);
    expect(of('Organization')).toMatchObject({ url: `${publicUrl}/${language}` });
  },
);

test('documents are served with the best compression, and with 304 while unchanged', async () => {
  const plain = await get('/en', { 'accept-encoding': 'identity' });
  const br = await get('/en', { 'accept-encoding': 'gzip, deflate, br' });
  expect(plain.headers.get('content-encoding')).toBeNull();
  expect(br.headers.get('content-encoding')).toBe('br');
  expect(br.headers.get('vary')).toBe('Accept-Encoding');
  expect(br.headers.get('cache-control')).toBe('no-cache');
  expect(await br.text()).toBe(await plain.text());
  const again = await raw('/en', { 'if-none-match': br.headers.get('etag') ?? '' });
  expect([again.status, again.body.length]).toEqual([304, 0]);
});

test('what fetch asks for again is answered with 304, scripts included', async () => {
  for (const address of ['/en', '/en/create', `/assets/${assetOf('landing-', '.js')}`]) {
    const etag = (await fetch(url + address)).headers.get('etag') ?? '';
    expect((await fetch(url + address, { headers: { 'if-none-match': etag } })).status).toBe(304);
  }
});

/** The raw bytes of an answer: fetch would decompress them. */
async function raw(address: string, headers: Record<string, string>) {
  const request = httpGet(url + address, { headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return { status: response.statusCode, body: await buffer(response), headers: response.headers };
}

test('scripts are immutable, and precompressed', async () => {
  const address = `/assets/${assetOf('landing-', '.js')}`;
  const [plain, br, gzip] = await Promise.all(
    ['identity', 'br, gzip', 'gzip'].map((each) => raw(address, { 'accept-encoding': each })),
  );
  expect(br?.headers['content-encoding']).toBe('br');
  expect(gzip?.headers['content-encoding']).toBe('gzip');
  expect(brotliDecompressSync(br?.body ?? '').equals(plain?.body ?? Buffer.alloc(0))).toBe(true);
  expect(gunzipSync(gzip?.body ?? '').equals(plain?.body ?? Buffer.alloc(0))).toBe(true);
  for (const form of [plain, br, gzip]) {
    expect(form?.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': expect.stringMatching(/^text\/javascript; charset=utf-8$/i) as string,
      vary: 'Accept-Encoding',
    });
  }
});

test('videos support ranges', async () => {
  const answer = await get(`/assets/${assetOf('grandfather-', '.mp4')}`, { range: 'bytes=-100' });
  expect([answer.status, (await answer.arrayBuffer()).byteLength]).toEqual([206, 100]);
});

test('search engines find the pages and are kept off the API', async () => {
  const robots = await (await get('/robots.txt')).text();
  expect(robots).toBe(
    `User-agent: *\nAllow: /api/public/\nDisallow: /api/\n\nSitemap: ${publicUrl}/sitemap.xml\n`,
  );
  const sitemap = await get('/sitemap.xml');
  expect(sitemap.headers.get('content-type')).toBe('application/xml');
  const places = [...(await sitemap.text()).matchAll(/<loc>(.*?)<\/loc>/g)].map(([, place]) => place);
  expect(places).toEqual(languages.map((language) => `${publicUrl}/${language}`));
});

test.each(languages)(
  '%s: the manifest and all files that it and the document name exist',
  async (language) => {
    const answer = await get(`/manifest-${language}.webmanifest`);
    expect(answer.headers.get('content-type')).toMatch(/^application\/manifest\+json/);
    const { icons, start_url } = (await answer.json()) as { icons: { src: string }[]; start_url: string };
    expect(appPageAt(start_url)).toBe('create');
    for (const file of [...icons.map(({ src }) => src), `/og-${language}.jpg`, '/apple-touch-icon.png']) {
      expect([file, (await get(file)).status]).toEqual([file, 200]);
    }
  },
);

test('unknown paths get the app with status 404', async () => {
  const answer = await get('/en/nowhere');
  expect(answer.status).toBe(404);
  expect(await answer.text()).toContain('<div id="root"><main class="slowStart">');
  expect((await get('/assets/gone-12345678.js')).status).toBe(404);
});

test.each(['reset', 'verify', 'keep', 'mail'])('/it/%s sends no referrer', async (page) => {
  expect((await get(`/it/${page}`)).headers.get('referrer-policy')).toBe('no-referrer');
});
