import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { clientOf } from '#tests/support/albums.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';

let server: TestServer;
let visitor: Visitor;
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
  visitor = await newVisitor(server.url);
});
afterAll(() => server.close());

test.each([
  '/api/auth/me',
  '/api/credits/balance',
  '/api/video/tasks',
  `/api/video/status/${'a'.repeat(32)}`,
  `/api/video/merge/${'a'.repeat(32)}`,
  '/api/checkout/success?session_id=cs_test_12345678',
  '/api/trpc/auth.me,credits.balance?batch=1',
  '/api/trpc/video.status?input=x',
  '/api/nowhere',
])('the response of %s is not cached', async (path) => {
  const response = await visitor.get(path);
  expect(response.headers.get('cache-control')).toBe('no-store');
});

test('refusals by the origin guard, the body parser or the sign-in check are not cached', async () => {
  const refusals = [
    await visitor.post('/api/auth/logout', {}, { origin: 'https://elsewhere.example' }),
    await visitor.post('/api/video/merge', 'not JSON'),
    await fetch(`${server.url}/api/video/tasks`),
  ];
  expect(refusals.map(({ status }) => status)).toEqual([403, 400, 401]);
  for (const { headers } of refusals) expect(headers.get('cache-control')).toBe('no-store');
});

test.each(['/api/auth/me', '/healthz', '/music/sedative.mp3', '/nowhere'])(
  '%s grants no sensitive browser features',
  async (path) => {
    const policy = (await fetch(server.url + path)).headers.get('permissions-policy') ?? '';
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb', 'display-capture'])
      expect(policy.split(', ')).toContain(`${feature}=()`);
    expect(policy.split(', ')).toContain('fullscreen=(self)');
    expect(policy).not.toContain('*');
  },
);

test('of the pages of boxes, only that of one that asks for stories may use the microphone', async () => {
  const web = await startTestServer({ jobs: false, pages: true });
  onTestFinished(() => web.close());
  const { box } = clientOf(web, await newVisitor(web.url));
  const asking = await box.open.mutate({ name: 'Zii', asksForStory: true });
  const other = await box.open.mutate({ name: 'Zii' });
  const microphone = async (secret: string) => {
    const page = await fetch(`${web.url}/it/box/${secret}`);
    const features = page.headers.get('permissions-policy')?.split(', ') ?? [];
    return [page.status, features.filter((feature) => /microphone|camera/.test(feature)).toSorted()];
  };
  expect(await microphone(asking.secret)).toEqual([200, ['camera=()', 'microphone=(self)']]);
  expect(await microphone(other.secret)).toEqual([200, ['camera=()', 'microphone=()']]);
});

test('passkeys can be created and used, and voices recorded, in the app only', async () => {
  const web = await startTestServer({ jobs: false, pages: true });
  onTestFinished(() => web.close());
  const policyOf = async (path: string) =>
    ((await fetch(web.url + path)).headers.get('permissions-policy') ?? '').split(', ');
  for (const path of ['/en/account', '/it/create', '/account']) {
    expect(await policyOf(path)).toContain('publickey-credentials-create=(self)');
    expect(await policyOf(path)).toContain('publickey-credentials-get=(self)');
    expect(await policyOf(path)).toContain('microphone=(self)');
    expect(await policyOf(path)).toContain('camera=()');
  }
  for (const path of ['/en', '/en/privacy', '/api/auth/me']) {
    expect(await policyOf(path)).toContain('publickey-credentials-create=()');
    expect(await policyOf(path)).toContain('microphone=()');
    expect(await policyOf(path)).toContain('publickey-credentials-get=()');
  }
});
