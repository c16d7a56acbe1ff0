import { afterAll, beforeAll, expect, test } from 'vitest';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
});
afterAll(() => server.close());

async function send({ cookie }: Visitor, fields: Record<string, string>): Promise<Response> {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.append(name, text);
  form.append('image', new File([Uint8Array.from(await portrait())], 'a.jpg'));
  return fetch(`${server.url}/api/video/generate`, { method: 'POST', headers: { cookie }, body: form });
}

async function accepted(visitor: Visitor): Promise<unknown> {
  const answer = await (await visitor.get('/api/trpc/video.consent')).json();
  return (answer as { result: { data: unknown } }).result.data;
}

test('consent is recorded once, and only if the upload gives it', async () => {
  const { db } = server.deps;
  const visitor = await newVisitor(server.url);
  const { userId } = visitor;
  await db.creditAccount.update({ where: { userId }, data: { balance: 5 } });
  const records = () => db.uploadConsent.findMany({ where: { userId } });
  expect((await send(visitor, { consent: 'anything' })).status).toBe(400);
  expect((await send(visitor, {})).status).toBe(202);
  expect(await records()).toEqual([]);
  expect(await accepted(visitor)).toEqual({ accepted: false });
  for (let each = 0; each < 2; each += 1)
    expect(await (await send(visitor, { consent: '2026-11' })).json()).toMatchObject({ status: 'Queued' });
  expect(await records()).toMatchObject([{ version: '2026-11', acceptedAt: expect.any(Date) as Date }]);
  expect(await accepted(visitor)).toEqual({ accepted: true });
});

test('a refused upload records no consent', async () => {
  const { db } = server.deps;
  const visitor = await newVisitor(server.url);
  const { userId } = visitor;
  await db.creditAccount.update({ where: { userId }, data: { balance: 0 } });
  expect((await send(visitor, { consent: '2026-11' })).status).toBe(402);
  expect(await db.uploadConsent.count({ where: { userId } })).toBe(0);
});
