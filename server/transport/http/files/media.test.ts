import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import express from 'express';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createLogger } from '#server/platform/logging/logger.ts';
import { createDiskStorage } from '#server/providers/storage/disk.ts';
import { conditionalRequests } from '../middleware/protocol.ts';
import { errorResponse } from '../responses/error-response.ts';
import { sendMedia } from './media.ts';
import { requestLog } from '../middleware/request-log.ts';

const content = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 251));
let root: string;
let server: Server;
let url: string;
let rendition = 'watermarked';
let filename = 'memori-video-abc.mp4';

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), 'memori-media-'));
  const storage = createDiskStorage(root);
  for (const name of ['watermarked', 'clean']) await storage.putBytes(`v/${name}.mp4`, content);
  const app = express().use(requestLog(createLogger('silent')), conditionalRequests);
  app.get('/video', (req, res) =>
    sendMedia(storage, req, res, {
      storageKey: `v/${rendition}.mp4`,
      contentType: 'video/mp4',
      filename,
      disposition: req.query['download'] ? 'attachment' : 'inline',
    }),
  );
  app.use(errorResponse);
  server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/video`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(root, { recursive: true, force: true });
});

async function get(headers: Record<string, string> = {}, method = 'GET') {
  const response = await fetch(url, { headers, method });
  return { response, body: Buffer.from(await response.arrayBuffer()) };
}

test('serves the whole file with its length, type and security headers', async () => {
  const { response, body } = await get();
  expect(response.status).toBe(200);
  expect(body).toEqual(content);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'video/mp4',
    'content-length': '1000',
    'accept-ranges': 'bytes',
    'x-content-type-options': 'nosniff',
    'cache-control': 'private, no-cache',
    'content-disposition': 'inline; filename=memori-video-abc.mp4',
  });
  const policy = (response.headers.get('content-security-policy') ?? '').split('; ');
  for (const directive of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", 'sandbox'])
    expect(policy).toContain(directive);
});

test.each([
  ['bytes=0-0', 0, 0],
  ['bytes=100-199', 100, 199],
  ['bytes=990-', 990, 999],
  ['bytes=-10', 990, 999],
  ['bytes=900-5000', 900, 999],
  ['bytes=-1000', 0, 999],
  ['bytes=-1001', 0, 999],
  ['bytes= -99999999999999999999', 0, 999],
  ['bytes=0-5, 4-9', 0, 9],
])('serves the range %s', async (range, start, end) => {
  const { response, body } = await get({ range });
  expect(response.status).toBe(206);
  expect(response.headers.get('content-range')).toBe(`bytes ${start}-${end}/1000`);
  expect(response.headers.get('content-length')).toBe(String(end - start + 1));
  expect(body).toEqual(content.subarray(start, end + 1));
});

test.each(['bytes=0-1,5-6', 'lines=1-2', 'nonsense', 'bytes=b-a', 'bytes=5-2', 'bytes=0-1,5-2'])(
  'answers %s with the whole file',
  async (range) => {
    const { response, body } = await get({ range });
    expect(response.status).toBe(200);
    expect(body).toEqual(content);
  },
);

test.each(['bytes=1000-', 'bytes=1000-1001', 'bytes=-0'])('refuses the range %s', async (range) => {
  const { response, body } = await get({ range });
  expect(response.status).toBe(416);
  expect(response.headers.get('content-range')).toBe('bytes */1000');
  expect(body).toHaveLength(0);
});

test('HEAD answers like GET, without the body', async () => {
  const { response, body } = await get({}, 'HEAD');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-length')).toBe('1000');
  expect(body).toHaveLength(0);
});

test('HEAD ignores ranges (RFC 9110, 14.2)', async () => {
  for (const range of ['bytes=1-2', 'bytes=1000-']) {
    const { response } = await get({ range }, 'HEAD');
    expect([response.status, response.headers.get('content-length')]).toEqual([200, '1000']);
    expect(response.headers.get('content-range')).toBeNull();
  }
});

test('an ETag avoids a new download, until the rendition changes', async () => {
  const etag = (await get()).response.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{20,}"$/);
  // The first is what `fetch` adds by itself.
  for (const control of ['no-cache', 'max-age=0', 'no-store', undefined])
    expect(
      (await get({ 'if-none-match': `"other", W/${etag}`, ...(control && { 'cache-control': control }) }))
        .response.status,
    ).toBe(304);
  expect((await get({ range: 'bytes=0-9', 'if-range': etag })).response.status).toBe(206);
  rendition = 'clean';
  const changed = await get({ 'if-none-match': etag });
  expect(changed.response.status).toBe(200);
  expect(changed.response.headers.get('etag')).not.toBe(etag);
  expect((await get({ range: 'bytes=0-9', 'if-range': etag })).response.status).toBe(200);
  rendition = 'watermarked';
});

test('any file name makes a valid header (RFC 6266)', async () => {
  filename = 'così 👵 "film".mp4';
  const response = await fetch(`${url}?download=1`);
  await response.arrayBuffer();
  filename = 'memori-video-abc.mp4';
  expect(response.headers.get('content-disposition')).toBe(
    `attachment; filename="cos? ?? \\"film\\".mp4"; filename*=UTF-8''cos%C3%AC%20%F0%9F%91%B5%20%22film%22.mp4`,
  );
});

test('a missing object is a 404', async () => {
  rendition = 'gone';
  const { response, body } = await get();
  rendition = 'watermarked';
  expect(response.status).toBe(404);
  expect(JSON.parse(body.toString())).toMatchObject({ error: 'Not found', code: 'not_found' });
});

test('a client that disconnects midway does no harm', async () => {
  const controller = new AbortController();
  const response = await fetch(url, { signal: controller.signal });
  controller.abort();
  await expect(response.arrayBuffer()).rejects.toThrow();
  expect((await get()).response.status).toBe(200);
});
