import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { listen } from '#server/emulators/lib/listen.ts';
import { serviceUnavailable } from './responses/service-unavailable.ts';

let plain: TestServer;
let https: TestServer;
let visitor: Visitor;
beforeAll(async () => {
  [plain, https] = await Promise.all([
    startTestServer({ jobs: false, pages: true }),
    startTestServer({ jobs: false, pages: true, settings: { PUBLIC_URL: 'https://memori.example' } }),
  ]);
  visitor = await newVisitor(plain.url);
});
afterAll(() => Promise.all([plain.close(), https.close()]));

/** Method, path and status: pages, files, APIs, and errors from each layer. */
const answers: [string, string, number][] = [
  ['GET', '/', 302],
  ['GET', '/en', 200],
  ['GET', '/en/create', 200],
  ['GET', '/en/nowhere', 404],
  ['GET', '/robots.txt', 200],
  ['GET', '/assets/nothing.js', 404],
  ['GET', '/assets/', 404],
  ['GET', '/.git/config', 404],
  ['GET', '/%2e%2e/package.json', 404],
  ['GET', '/%c0%af', 404],
  ['GET', '/music/sedative.mp3', 200],
  ['GET', '/music/sedative.json', 200],
  ['GET', '/music/sedative.sections.opus', 200],
  ['GET', '/music/sedative.sections.json', 200],
  ['GET', '/healthz', 200],
  ['GET', '/metrics', 200],
  ['GET', '/api/docs', 200],
  ['GET', '/api/openapi.json', 200],
  ['GET', '/api/nowhere', 404],
  ['GET', '/api/video/tasks', 401],
  ['GET', '/api/trpc/video.tasks', 401],
  ['GET', `/api/public/video/${'a'.repeat(32)}`, 404],
  ['POST', '/api/auth/login', 400],
  ['PUT', '/api/auth/me', 404],
];

test.each(answers)('%s %s (%i) carries the common headers', async (method, path, status) => {
  for (const [server, hsts] of [
    [plain, null],
    [https, 'max-age=31536000'],
  ] as const) {
    const { headers, ...answer } = await fetch(server.url + path, { method, redirect: 'manual' }).then(
      async (response) => ({
        status: response.status,
        headers: response.headers,
        body: await response.text(),
      }),
    );
    expect(answer.status).toBe(status);
    const policy = (headers.get('content-security-policy') ?? '').split(';');
    for (const directive of [
      "default-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(directive);
    // Apart from our own scripts, only WebAssembly may be compiled; no eval.
    expect(policy).toContain("script-src 'self' 'wasm-unsafe-eval'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
    expect(headers.get('cross-origin-opener-policy')).toBe('same-origin');
    expect(headers.get('strict-transport-security')).toBe(hsts);
    expect(headers.get('x-powered-by')).toBeNull();
    expect(headers.get('server')).toBeNull();
    if (answer.body !== '') expect(headers.get('content-type')).not.toBeNull();
    // Text responses declare their encoding.
    if (headers.get('content-type')?.startsWith('text/'))
      expect(headers.get('content-type')).toContain('charset=utf-8');
  }
});

test.each([
  [false, undefined],
  [true, 'max-age=31536000'],
])(
  'requests before the app is ready are refused with the common headers (https %s)',
  async (secure, hsts) => {
    const server = await listen(serviceUnavailable({ https: secure }));
    onTestFinished(server.close);
    const answer = await fetch(`${server.url}/en`);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ code: 'service_unavailable' });
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'no-store',
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
      'content-type': 'application/json; charset=utf-8',
      'retry-after': '2',
      'x-content-type-options': 'nosniff',
    });
    expect(answer.headers.get('strict-transport-security') ?? undefined).toBe(hsts);
  },
);

/** Uses node:http, because fetch refuses to send some of these methods. */
async function ask(method: string, path: string): Promise<{ status: number; body: string }> {
  const req = request(plain.url + path, {
    method,
    headers: { cookie: visitor.cookie, 'x-mirror': 'echo me' },
  });
  req.end();
  const [answer] = (await once(req, 'response')) as [IncomingMessage];
  const pieces: Buffer[] = [];
  for await (const piece of answer) pieces.push(piece as Buffer);
  return { status: answer.statusCode ?? 0, body: Buffer.concat(pieces).toString() };
}

test.each(['TRACE', 'PUT', 'PROPFIND', 'PURGE'])(
  '%s is not answered, and nothing is echoed',
  async (method) => {
    const paths = ['/', '/en', '/healthz', '/metrics', '/api/auth/me', '/api/trpc/auth.me', '/api/nowhere'];
    for (const path of paths) {
      const { status, body } = await ask(method, path);
      expect(status, path).toBe(404);
      expect(body).not.toContain('echo me');
    }
  },
);

test('a repeated parameter is invalid, wherever it occurs', async () => {
  expect((await visitor.get('/api/video/tasks?limit=1&limit=2')).status).toBe(400);
  expect(
    (await visitor.get('/api/checkout/success?session_id=cs_test_12345678&session_id=cs_test_1')).status,
  ).toBe(404);
  const twice = new FormData();
  twice.append('name', 'A');
  twice.append('name', 'B');
  const photo = new Blob([Buffer.from('no photo')]);
  twice.append('image', photo, 'a.jpg');
  const answer = await fetch(`${plain.url}/api/video/generate`, {
    method: 'POST',
    headers: { cookie: visitor.cookie },
    body: twice,
  });
  expect(answer.status).toBe(400);
});
