import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf } from '#tests/support/albums.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import { refuseUnanswered } from './unanswered.ts';
import { createId } from '#server/platform/ids.ts';

let server: TestServer;
let photo: Buffer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false, pages: true, settings: { TRUST_PROXY: '1' } });
  photo = await portrait();
});
afterAll(() => server.close());

/** The stable error code of a failed call. */
const codeOf = (error: unknown) => (error as { data: { errorCode: string } }).data.errorCode;

async function owner(): Promise<Visitor & { box: ReturnType<typeof clientOf>['box'] }> {
  const visitor = await newVisitor(server.url);
  return { ...visitor, box: clientOf(server, visitor).box };
}

interface Sent {
  secret: string;
  code: string;
}
const usual: Record<string, string> = { sender: 'Zia Pina', note: 'Al mare, 1962', consent: 'yes' };

/** Sends a photo like a relative without an account. */
async function send(secret: string, fields = usual, file: Uint8Array = photo, address = '203.0.113.7') {
  const form = new FormData();
  form.set('image', new File([Uint8Array.from(file)], 'mare.jpg'));
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const headers = { 'x-forwarded-for': address };
  const answer = await fetch(`${server.url}/api/box/${secret}`, { method: 'POST', body: form, headers });
  return { status: answer.status, ...((await answer.json()) as Sent) };
}

const sentState = async (secret: string) =>
  (await fetch(`${server.url}/api/sent/${secret}`)).json() as Promise<{ state: string; videoId: string }>;
const files = () => server.deps.storage.list('boxes');
const balanceOf = (visitor: Visitor) => visitor.credits();

test('a relative sends a photo, the owner approves and pays, and the sender gets the film', async () => {
  const nonna = await owner();
  const { secret, box } = await nonna.box.open.mutate({ name: ' Gli 80 anni  di nonno ' });
  expect(box.name).toBe('Gli 80 anni di nonno');
  const days = (Date.parse(box.closesAt) - Date.now()) / 86_400_000;
  expect(days).toBeCloseTo(30, 1);
  const open = await fetch(`${server.url}/api/box/${secret}`);
  expect(await open.json()).toEqual({ name: box.name, asksForStory: false, closesAt: box.closesAt });
  const { status, secret: sent } = await send(secret);
  expect(status).toBe(201);
  expect(sent).toMatch(/^[\w-]{43}$/);
  expect(await sentState(sent)).toEqual({ state: 'waiting', videoId: null });
  const [waiting] = await nonna.box.waiting.query();
  expect(waiting).toMatchObject({ boxName: box.name, sender: 'Zia Pina', note: 'Al mare, 1962' });
  const { id = '', photoUrl = '' } = waiting ?? {};
  const [own, stranger, nobody] = [nonna, await owner(), { cookie: '' }];
  const see = async ({ cookie }: { cookie: string }) =>
    (await fetch(server.url + photoUrl, { headers: { cookie } })).status;
  expect([await see(own), await see(stranger), await see(nobody)]).toEqual([200, 404, 401]);
  expect(await balanceOf(nonna)).toBe(1);

  const { taskId } = await nonna.box.approve.mutate({ id, language: 'it' });
  expect(await balanceOf(nonna)).toBe(0);
  expect(await nonna.box.waiting.query()).toEqual([]);
  expect(await files()).not.toContain(`boxes/${id}`);
  expect(await sentState(sent)).toEqual({ state: 'making', videoId: null });
  const done = { status: 'Success', progress: 1, renditionPrefix: 'runs/x', finishedAt: new Date() };
  await server.deps.db.videoTask.update({ where: { id: taskId }, data: done });
  expect(await sentState(sent)).toEqual({ state: 'ready', videoId: taskId });
  await server.deps.db.videoTask.update({ where: { id: taskId }, data: { shareStoppedAt: new Date() } });
  expect(await sentState(sent)).toEqual({ state: 'failed', videoId: null });
});

test('concurrent approvals spend one credit', async () => {
  const nonna = await owner();
  await server.deps.db.creditAccount.update({ where: { userId: nonna.userId }, data: { balance: 5 } });
  const { secret } = await nonna.box.open.mutate({ name: 'Doppio' });
  await send(secret);
  const [{ id } = { id: '' }] = await nonna.box.waiting.query();
  const answers = await Promise.all(
    [1, 2, 3].map(() => nonna.box.approve.mutate({ id }).then(() => 'approved', codeOf)),
  );
  expect(answers.toSorted()).toEqual(['approved', 'box_photo_answered', 'box_photo_answered']);
  expect(await balanceOf(nonna)).toBe(4);
  expect(await server.deps.db.videoTask.count({ where: { userId: nonna.userId } })).toBe(1);
  const tasks = await server.deps.storage.list('tasks');
  const rows = await server.deps.db.videoTask.findMany({ select: { id: true } });
  expect(tasks.toSorted()).toEqual(rows.map((row) => `tasks/${row.id}`).toSorted());
});

test('without credits nothing is made, and the photo keeps waiting', async () => {
  const nonna = await owner();
  const { secret } = await nonna.box.open.mutate({ name: 'Vuoto' });
  await send(secret);
  await send(secret);
  const [first, second] = await nonna.box.waiting.query();
  await nonna.box.approve.mutate({ id: first?.id ?? '' });
  const refused = { id: second?.id ?? '' };
  expect(await nonna.box.approve.mutate(refused).catch(codeOf)).toBe('insufficient_credits');
  expect(await nonna.box.waiting.query()).toHaveLength(1);
  expect(await files()).toContain(`boxes/${refused.id}`);
});

test('a refused photo is deleted, and a blocked sender can’t send more', async () => {
  const nonna = await owner();
  const { secret } = await nonna.box.open.mutate({ name: 'Scherzi' });
  const { secret: sent } = await send(secret);
  const [{ id } = { id: '' }] = await nonna.box.waiting.query();
  const stranger = await owner();
  expect(await stranger.box.refuse.mutate({ id }).catch(codeOf)).toBe('box_photo_not_found');
  expect(await stranger.box.approve.mutate({ id }).catch(codeOf)).toBe('box_photo_not_found');
  await nonna.box.refuse.mutate({ id, block: true });
  expect(await files()).not.toContain(`boxes/${id}`);
  expect(await sentState(sent)).toEqual({ state: 'refused', videoId: null });
  expect(await nonna.box.approve.mutate({ id }).catch(codeOf)).toBe('box_photo_answered');
  expect(await send(secret)).toMatchObject({ status: 404, code: 'box_not_found' });
  expect(await send(secret, usual, photo, '198.51.100.9')).toMatchObject({ status: 201 });
});

test('refuses invalid photos and photos without consent, and leaves nothing behind', async () => {
  const nonna = await owner();
  const { secret } = await nonna.box.open.mutate({ name: 'Regole' });
  const before = await files();
  const codeFor = async (fields: Record<string, string>, file?: Uint8Array) => {
    const { status, code } = await send(secret, fields, file, '192.0.2.50');
    return [status, code];
  };
  const { consent: _, ...silent } = usual;
  expect(await codeFor(silent)).toEqual([400, 'consent_required']);
  expect(await codeFor({ ...usual, consent: 'no' })).toEqual([400, 'consent_required']);
  expect(await codeFor({ ...usual, sender: ' ' })).toEqual([400, 'invalid_request']);
  expect(await codeFor({ ...usual, sender: 'x'.repeat(61) })).toEqual([400, 'sender_too_long']);
  expect(await codeFor({ ...usual, note: 'x'.repeat(281) })).toEqual([400, 'note_too_long']);
  expect(await codeFor({ ...usual, prompt: 'dance' })).toEqual([400, 'invalid_request']);
  expect(await codeFor(usual, Buffer.from('GIF89a'))).toEqual([415, 'invalid_file_type']);
  expect(await codeFor(usual, photo.subarray(0, photo.length / 2))).toEqual([422, 'image_broken']);
  expect(await nonna.box.waiting.query()).toEqual([]);
  expect(await files()).toEqual(before);
});

test('a closed, expired or unknown box accepts nothing', async () => {
  const nonna = await owner();
  const { secret, box } = await nonna.box.open.mutate({ name: 'Chiusa' });
  const page = (path: string) => fetch(`${server.url}/it/${path}`);
  const shown = await page(`box/${secret}`);
  expect([shown.status, shown.headers.get('referrer-policy')]).toEqual([200, 'no-referrer']);
  const { secret: sent } = await send(secret);
  await nonna.box.close.mutate({ id: box.id });
  expect(await nonna.box.close.mutate({ id: box.id }).catch(codeOf)).toBe('box_not_found');
  expect(await nonna.box.list.query()).toEqual([]);
  expect(await nonna.box.waiting.query()).toHaveLength(1);
  expect(await send(secret)).toMatchObject({ status: 404, code: 'box_not_found' });
  expect(await send('a'.repeat(43))).toMatchObject({ status: 404, code: 'box_not_found' });
  expect((await page(`box/${secret}`)).status).toBe(404);
  expect((await page(`sent/${sent}`)).status).toBe(200);
  expect((await page(`sent/${secret}`)).status).toBe(404);
  const late = await nonna.box.open.mutate({ name: 'Scaduta' });
  await server.deps.db.box.update({ where: { id: late.box.id }, data: { closesAt: new Date() } });
  expect(await send(late.secret)).toMatchObject({ status: 404, code: 'box_not_found' });
});

test('a box accepts nothing while its owner’s account is to be erased, and goes on if it is kept', async () => {
  const nonna = await owner();
  const { secret } = await nonna.box.open.mutate({ name: 'Addio' });
  const seen = async () => (await fetch(`${server.url}/api/box/${secret}`)).status;
  const schedule = (deletionAt: Date | null) =>
    server.deps.db.user.update({ where: { id: nonna.userId }, data: { deletionAt } });
  await schedule(new Date(Date.now() + 86_400_000));
  expect(await seen()).toBe(404);
  await schedule(null);
  expect(await seen()).toBe(200);
});

test('limits waiting photos per box and per sender, and photos per address and hour', async () => {
  const nonna = await owner();
  const { secret, box } = await nonna.box.open.mutate({ name: 'Piena' });
  const row = (index: number) => ({
    id: createId(),
    boxId: box.id,
    sender: 'A',
    senderKey: 'others',
    seed: 1,
    photoHash: 'x',
    language: 'it',
    secretHash: index.toString(16).padStart(64, 'b'),
  });
  for (let count = 0; count < 10; count += 1) expect((await send(secret)).status).toBe(201);
  expect(await send(secret)).toMatchObject({ status: 409, code: 'box_full' });
  const other = '198.51.100.20';
  await server.deps.db.boxPhoto.createMany({
    data: Array.from({ length: 40 }, (_each, index) => row(index)),
  });
  expect(await send(secret, usual, photo, other)).toMatchObject({ status: 409, code: 'box_full' });
  const empty = Buffer.alloc(0);
  let last = await send(secret, usual, empty, other);
  for (let count = 2; count < 41; count += 1) last = await send(secret, usual, empty, other);
  expect(last).toMatchObject({ status: 429, code: 'too_many_requests' });
});

test('limits a user to ten boxes, also under concurrency', async () => {
  const nonna = await owner();
  const opened = await Promise.all(
    Array.from({ length: 12 }, (_each, index) =>
      nonna.box.open.mutate({ name: `N ${index}` }).then(() => 'open', codeOf),
    ),
  );
  expect(opened.filter((answer) => answer === 'open')).toHaveLength(10);
  expect(new Set(opened)).toEqual(new Set(['open', 'too_many_boxes']));
});

test('unanswered photos are refused and deleted after 30 days', async () => {
  const nonna = await owner();
  const { secret } = await nonna.box.open.mutate({ name: 'Dimenticata' });
  const { secret: sent } = await send(secret);
  const { secret: young } = await send(secret);
  const [{ id } = { id: '' }] = await nonna.box.waiting.query();
  const old = new Date(Date.now() - 30 * 86_400_000 - 1000);
  await server.deps.db.boxPhoto.update({ where: { id }, data: { createdAt: old } });
  expect(await refuseUnanswered(server.deps)).toBe(1);
  expect(await refuseUnanswered(server.deps)).toBe(0);
  expect(await sentState(sent)).toEqual({ state: 'refused', videoId: null });
  expect(await sentState(young)).toEqual({ state: 'waiting', videoId: null });
  const waiting = await server.deps.db.boxPhoto.findMany({ where: { status: 'waiting' } });
  const known = new Set(waiting.map((row) => `boxes/${row.id}`));
  expect((await files()).filter((file) => !known.has(file))).toEqual([]);
  expect(await files()).not.toContain(`boxes/${id}`);
});

test('the secrets appear neither in the database nor in the log', async () => {
  const nonna = await owner();
  const { secret, box } = await nonna.box.open.mutate({ name: 'Segreta' });
  const { secret: sent } = await send(secret);
  const row = await server.deps.db.box.findUniqueOrThrow({
    where: { id: box.id },
    include: { photos: true },
  });
  expect(JSON.stringify(row)).not.toContain(secret);
  expect(JSON.stringify(row)).not.toContain(sent);
  expect(JSON.stringify(row)).not.toContain('203.0.113.7');
});

test('what is known about the original of a photo comes with it through the box into the video', async () => {
  const nonna = await owner();
  const { secret } = await nonna.box.open.mutate({ name: 'Estate' });
  expect(await send(secret, { ...usual, takenOn: '2999-01-01' })).toMatchObject({ code: 'invalid_request' });
  expect((await send(secret, { ...usual, takenOn: '1962-07-01', seed: '77' })).status).toBe(201);
  const [waiting] = await nonna.box.waiting.query();
  const { taskId } = await nonna.box.approve.mutate({ id: waiting?.id ?? '', language: 'it' });
  const task = await server.deps.db.videoTask.findUniqueOrThrow({ where: { id: taskId } });
  expect(task).toMatchObject({ takenOn: new Date('1962-07-01'), seed: 77 });
});
