import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { expectNoUploads, tracesOf } from '#tests/support/traces.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { grant } from '#server/features/credits/ledger.ts';
import { acceptPhotos } from '#server/features/generation/requests/accept.ts';
import { createId } from '#server/platform/ids.ts';

let server: TestServer;
let photo: Buffer;

beforeAll(async () => {
  // No jobs: accepted tasks stay Queued.
  server = await startTestServer({ jobs: false });
  photo = await portrait();
});
afterAll(() => server.close());

/** A user with this many credits, including the free one. */
async function owner(credits: number): Promise<Visitor> {
  const visitor = await newVisitor(server.url);
  if (credits > 1)
    await grant(server.deps.db, { userId: visitor.userId, amount: credits - 1, reference: createId() });
  return visitor;
}

interface Sent {
  files?: (readonly [name: string, bytes: Uint8Array])[];
  fields?: Record<string, string>;
  headers?: Record<string, string>;
}

async function send({ cookie }: Pick<Visitor, 'cookie'>, { files = [], fields = {}, headers = {} }: Sent) {
  const form = new FormData();
  for (const [name, bytes] of files) form.append('image', new File([Uint8Array.from(bytes)], name));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const response = await fetch(`${server.url}/api/video/generate/batch`, {
    method: 'POST',
    body: form,
    headers: { cookie, ...headers },
  });
  const body = (await response.json()) as { tasks?: { taskId: string }[]; code?: string; image?: number };
  return { status: response.status, replayed: response.headers.get('idempotent-replayed'), body };
}

const good = (...names: string[]) => names.map((name) => [name, photo] as const);
const tasksOf = (visitor: Visitor) =>
  server.deps.db.videoTask.findMany({ where: { userId: visitor.userId } });

test('each photo becomes a task, in order, for one credit each', async () => {
  const visitor = await owner(5);
  const { status, body } = await send(visitor, {
    files: good('nonna.jpg', 'nonno.jpg', 'zia.jpg'),
    fields: { motion: 'arc', language: 'it' },
  });
  expect(status).toBe(202);
  const ids = body.tasks?.map(({ taskId }) => taskId) ?? [];
  expect(body).toEqual({
    tasks: ids.map((taskId) => ({
      taskId,
      status: 'Queued',
      status_url: `${server.url}/api/video/status/${taskId}`,
      cancel_url: `${server.url}/api/video/tasks/${taskId}/cancel`,
    })),
  });
  const tasks = await tasksOf(visitor);
  expect(
    ids.map((id) => {
      const { originalFilename, motion, language } = tasks.find((task) => task.id === id) ?? {};
      return [originalFilename, motion, language];
    }),
  ).toEqual([
    ['nonna.jpg', 'arc', 'it'],
    ['nonno.jpg', 'arc', 'it'],
    ['zia.jpg', 'arc', 'it'],
  ]);
  expect(await visitor.credits()).toBe(2);
  await expectNoUploads(server);
});

describe('all or nothing', () => {
  const refused: [string, number, Sent, object][] = [
    ['nothing', 5, {}, { status: 400, body: { code: 'no_file_selected' } }],
    [
      'a damaged photo among good ones',
      5,
      { files: [['a.jpg', Buffer.from('GIF89a')]] },
      { status: 415, body: { code: 'invalid_file_type', image: 3 } },
    ],
    [
      'more photos than credits',
      2,
      { files: [] },
      { status: 402, body: { code: 'insufficient_credits', requiresPayment: true } },
    ],
    [
      'names, which are each video’s own',
      5,
      { fields: { name: 'Nonna' } },
      { status: 400, body: { code: 'invalid_request' } },
    ],
  ];
  test.each(refused)('%s', async (what, credits, sent, answer) => {
    const visitor = await owner(credits);
    const before = await tracesOf(server, visitor);
    const files = what === 'nothing' ? [] : [...good('1.jpg', '2.jpg'), ...(sent.files ?? good('3.jpg'))];
    if (what === 'more photos than credits') files.push(...good('3.jpg'));
    expect(await send(visitor, { ...sent, files })).toMatchObject(answer);
    await expectNoUploads(server);
    expect(await tracesOf(server, visitor)).toEqual(before);
  });

  test('21 photos', async () => {
    const visitor = await owner(30);
    const files = good(...Array.from({ length: 21 }, (_, i) => `${i}.jpg`));
    expect(await send(visitor, { files })).toMatchObject({ status: 400, body: { code: 'too_many_images' } });
    expect(await tasksOf(visitor)).toEqual([]);
    await expectNoUploads(server);
  });

  test('of two concurrent requests with credits for one, one is accepted completely', async () => {
    const visitor = await owner(5);
    const both = await Promise.all([
      send(visitor, { files: good('a.jpg', 'b.jpg', 'c.jpg') }),
      send(visitor, { files: good('d.jpg', 'e.jpg', 'f.jpg') }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 402]);
    const names = (await tasksOf(visitor)).map(({ originalFilename }) => originalFilename).toSorted();
    expect([
      ['a.jpg', 'b.jpg', 'c.jpg'],
      ['d.jpg', 'e.jpg', 'f.jpg'],
    ]).toContainEqual(names);
    expect(await visitor.credits()).toBe(2);
  });

  test('a storage failure at the third photo and a rolled-back transaction leave nothing', async () => {
    const visitor = await owner(5);
    const before = await tracesOf(server, visitor);
    const options = {
      prompt: '',
      motion: 'auto',
      liveliness: 'natural',
      turn: 'auto',
      rest: [],
      border: 'crop',
    } as const;
    const more = { ...options, restore: false, language: 'en', seed: 1, photoHash: null } as const;
    const requests = ['a', 'b', 'c'].map((originalFilename) => ({
      ...more,
      userId: visitor.userId,
      originalFilename,
      photo: { jpeg: photo, takenOn: null },
    }));
    const { storage } = server.deps;
    let puts = 0;
    const failing: typeof storage = {
      ...storage,
      async putBytes(...args) {
        puts += 1;
        if (puts === 3) throw new Error('the disk is full');
        return storage.putBytes(...args);
      },
    };
    await expect(
      acceptPhotos({ ...server.deps, storage: failing }, requests, { after: async () => {} }),
    ).rejects.toThrow('the disk is full');
    const atTheEnd = () => Promise.reject(new Error('lost its place'));
    await expect(acceptPhotos(server.deps, requests, { after: atTheEnd })).rejects.toThrow('lost its place');
    expect(await tracesOf(server, visitor)).toEqual(before);
  });
});

test('a repeat with the same key costs nothing more, and replays a refusal', async () => {
  const visitor = await owner(5);
  const headers = { 'idempotency-key': 'one' };
  const files = good('a.jpg', 'b.jpg');
  const first = await send(visitor, { files, headers });
  expect(await send(visitor, { files, headers })).toEqual({ ...first, replayed: 'true' });
  expect(await visitor.credits()).toBe(3);

  const other = { 'idempotency-key': 'two' };
  const damaged = [...good('a.jpg'), ['b.jpg', photo.subarray(0, 2000)] as const];
  const refusal = await send(visitor, { files: damaged, headers: other });
  expect(refusal).toMatchObject({ status: 422, body: { code: 'image_broken', image: 2 } });
  expect(await send(visitor, { files: damaged, headers: other })).toEqual({ ...refusal, replayed: 'true' });
});

test('each photo counts towards the limit of ten a minute', async () => {
  const visitor = await owner(15);
  const files = good(...Array.from({ length: 12 }, (_, i) => `${i}.jpg`));
  expect((await send(visitor, { files })).status).toBe(202);
  expect(await send(visitor, { files: good('a.jpg') })).toMatchObject({
    status: 429,
    body: { code: 'too_many_requests' },
  });
});

test('with a test token they cost nothing, and one special name refuses all', async () => {
  const visitor = await owner(1);
  const made = await visitor.post('/api/tokens', { name: 'A', scopes: ['generate'], test: true });
  const { token } = (await made.json()) as { token: string };
  const headers = { authorization: `Bearer ${token}` };
  const answer = await send({ cookie: '' }, { files: good('a.jpg', 'b.jpg'), headers });
  expect(answer).toMatchObject({
    status: 202,
    body: { tasks: [{ status: 'Queued' }, { status: 'Queued' }] },
  });
  const named = good('a.jpg', 'refuse_image_too_small.jpg');
  expect(await send({ cookie: '' }, { files: named, headers })).toMatchObject({
    status: 422,
    body: { code: 'image_too_small', image: 2 },
  });
  expect(await visitor.credits()).toBe(1);
});
