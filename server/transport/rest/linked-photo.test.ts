import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { expectNoUploads, tracesOf } from '#tests/support/traces.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';

let server: TestServer;
let elsewhere: Server;
let origin: string;
let answer: RequestListener;
let requests: (string | undefined)[];
let photo: Buffer;

beforeAll(async () => {
  server = await startTestServer({ jobs: false, settings: { LIMIT_GENERATE: '5000/1m' } });
  elsewhere = createServer((req, res) => {
    requests.push(req.url);
    answer(req, res);
  });
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${(elsewhere.address() as AddressInfo).port}`;
  photo = await portrait();
});
beforeEach(() => {
  requests = [];
  answer = (_req, res) => res.end(photo);
});
afterAll(async () => {
  elsewhere.closeAllConnections();
  elsewhere.close();
  await server.close();
});

async function send(visitor: Visitor, body: object, headers: Record<string, string> = {}) {
  const response = await visitor.post('/api/video/generate', body, headers);
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

const only = async (visitor: Visitor) =>
  server.deps.db.videoTask.findFirstOrThrow({ where: { userId: visitor.userId } });

test('a photo is fetched from its address, and keeps its file name', async () => {
  const visitor = await newVisitor(server.url);
  const imageUrl = `${origin}/family/Nonna%20Rosa.jpg?size=large`;
  const { status, body } = await send(visitor, {
    imageUrl,
    motion: 'arc',
    restore: true,
    name: 'Rosa',
    rest: [[0.25, 0.5]],
  });
  expect([status, body['status']]).toEqual([202, 'Queued']);
  expect(requests).toEqual(['/family/Nonna%20Rosa.jpg?size=large']);
  expect(await only(visitor)).toMatchObject({
    id: body['taskId'],
    originalFilename: 'Nonna Rosa.jpg',
    motion: 'arc',
    restore: true,
    name: 'Rosa',
    rest: [0.25, 0.5],
  });
  expect(await visitor.credits()).toBe(0);
  await expectNoUploads(server);
});

test.each([[[[0.25]]], [[[0.25, 2]]], ['nobody'], [{ x: 1 }], [[[[0.2, 0.5]]]]])(
  'a list of points is checked in JSON, too: %j',
  async (rest) => {
    const visitor = await newVisitor(server.url);
    const { status, body } = await send(visitor, { imageUrl: `${origin}/a.jpg`, rest });
    expect([status, body['code']]).toEqual([
      400,
      typeof rest === 'object' && !Array.isArray(rest) ? 'invalid_request' : 'invalid_rest',
    ]);
    expect(await visitor.credits()).toBe(1);
    expect(requests).toEqual([]);
  },
);

test('an address without a file name, or with a broken one, is accepted', async () => {
  const names: [string, string][] = [
    ['/', 'photo'],
    ['/%E0%A4%A.jpg', '%E0%A4%A.jpg'],
    ['/..%2F..%2Fetc%2Fpasswd', 'passwd'],
  ];
  for (const [path, name] of names) {
    const visitor = await newVisitor(server.url);
    expect((await send(visitor, { imageUrl: origin + path })).status).toBe(202);
    expect((await only(visitor)).originalFilename).toBe(name);
  }
});

test('an address that can’t be fetched, or is no photo, costs and leaves nothing', async () => {
  const visitor = await newVisitor(server.url);
  const before = await tracesOf(server, visitor);
  const unreachable = { status: 422, body: { code: 'image_unreachable' } };
  const answers: [RequestListener, object][] = [
    [(_req, res) => res.writeHead(404).end(), unreachable],
    [(_req, res) => res.writeHead(302, { location: '/other.jpg' }).end(), unreachable],
    [(req) => req.socket.destroy(), unreachable],
    [(_req, res) => res.writeHead(200, { 'content-length': '9' }).end('x').destroy(), unreachable],
    [(_req, res) => res.end('<html>'), { status: 415, body: { code: 'invalid_file_type' } }],
    [(_req, res) => res.end(photo.subarray(0, 2000)), { status: 422, body: { code: 'image_broken' } }],
    [
      (_req, res) => res.writeHead(200, { 'content-length': String(20 * 1024 * 1024 + 1) }).end('x'),
      { status: 413, body: { code: 'file_too_large' } },
    ],
    [
      (_req, res) => res.end(Buffer.alloc(20 * 1024 * 1024 + 1)),
      { status: 413, body: { code: 'file_too_large' } },
    ],
  ];
  for (const [listener, expected] of answers) {
    answer = listener;
    expect(await send(visitor, { imageUrl: `${origin}/a.jpg` })).toMatchObject(expected);
  }
  await expectNoUploads(server);
  expect(await tracesOf(server, visitor)).toEqual(before);
});

test('only public https addresses are fetched, and never this machine in production', async () => {
  const visitor = await newVisitor(server.url);
  const forbidden = [
    'nonna.jpg',
    'http://example.com/a.jpg',
    'ftp://example.com/a.jpg',
    'file:///etc/passwd',
    'data:image/png;base64,AAAA',
    'https://nonna:rosa@example.com/a.jpg',
    'https://10.0.0.1/a.jpg',
    'https://169.254.169.254/latest/meta-data',
    'https://[::ffff:10.0.0.1]/a.jpg',
    '',
  ];
  const invalid = { status: 400, body: { code: 'invalid_image_url' } };
  for (const imageUrl of forbidden) expect(await send(visitor, { imageUrl })).toMatchObject(invalid);
  const strict = await startTestServer({
    jobs: false,
    settings: { NODE_ENV: 'production', INSECURE_HTTP: '1' },
  });
  try {
    const other = await newVisitor(strict.url);
    const here = [origin, origin.replace('127.0.0.1', 'localhost'), origin.replace('http:', 'https:')];
    for (const imageUrl of here) expect(await send(other, { imageUrl })).toMatchObject(invalid);
  } finally {
    await strict.close();
  }
  expect(requests).toEqual([]);
});

test('invalid bodies are refused', async () => {
  const visitor = await newVisitor(server.url);
  const imageUrl = `${origin}/a.jpg`;
  const invalid = { status: 400, body: { code: 'invalid_request' } };
  expect(await send(visitor, {})).toMatchObject({ status: 400, body: { code: 'no_file_selected' } });
  expect(await send(visitor, { imageUrl: [imageUrl, imageUrl] })).toMatchObject(invalid);
  expect(await send(visitor, { imageUrl: { href: imageUrl } })).toMatchObject(invalid);
  expect(await send(visitor, { imageUrl: null })).toMatchObject(invalid);
  expect(await send(visitor, { imageUrl, credits: 5 })).toMatchObject(invalid);
  const form = new FormData();
  form.set('imageUrl', imageUrl);
  form.set('image', new File([Uint8Array.from(photo)], 'a.jpg'));
  const both = await fetch(`${server.url}/api/video/generate`, {
    method: 'POST',
    body: form,
    headers: { cookie: visitor.cookie },
  });
  expect(await both.json()).toMatchObject({ code: 'one_file_only' });
  expect(requests).toEqual([]);
  expect(await visitor.credits()).toBe(1);
});

test('nothing is fetched without credits, and a repeat with the same key fetches once', async () => {
  const visitor = await newVisitor(server.url);
  const imageUrl = `${origin}/a.jpg`;
  const headers = { 'idempotency-key': 'one' };
  const first = await send(visitor, { imageUrl }, headers);
  expect(await send(visitor, { imageUrl }, headers)).toEqual(first);
  expect(requests).toHaveLength(1);
  expect((await send(visitor, { imageUrl })).status).toBe(402);
  expect(requests).toHaveLength(1);
});
