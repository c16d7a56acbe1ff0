import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';
import {
  closeReports,
  forgetOldReports,
  listReports,
  takeContact,
} from '#server/features/reports/reports.ts';
import { setHidden } from '#server/features/media/hide.ts';
import { createId } from '#server/platform/ids.ts';

let memori: TestServer;
let owner: Visitor;
beforeAll(async () => {
  memori = await startTestServer({ jobs: false, settings: { TRUST_PROXY: '1' } });
  owner = await newVisitor(memori.url);
});
afterAll(() => memori.close());

/** A finished video of the owner, shared unless `data` says otherwise. */
async function video(data: object = {}): Promise<string> {
  const id = createId();
  const row = { id, userId: owner.userId, provider: 'local', prompt: '', originalFilename: 'a.jpg' };
  const done = { status: 'Success', progress: 1, renditionPrefix: 'runs/x', finishedAt: new Date() };
  await memori.deps.db.videoTask.create({ data: { ...row, photoKey: 'p', ...done, ...data } });
  return id;
}

let networks = 0;
/** Reports come from different networks unless `from` names one. */
const report = (path: string, said: object, from = `203.0.113.${++networks}`) =>
  fetch(`${memori.url}/api/public/${path}/report`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'memori-language': 'it', 'x-forwarded-for': from },
    body: JSON.stringify(said),
  });

const reportsOf = async (id: string) =>
  (await listReports(memori.deps.db)).filter(({ film }) => film.id === id);

test('anybody who can see a film can report it, and operators can read the report', async () => {
  const id = await video();
  const answer = await report(`video/${id}`, {
    reason: 'me',
    words: '  That is me.\r\n\r\n\r\nPlease!\u202e ',
    contact: 'zia@example.com',
  });
  expect([answer.status, await answer.json()]).toEqual([201, { success: true }]);
  expect(await reportsOf(id)).toMatchObject([
    {
      film: { kind: 'video', id },
      ownerId: owner.userId,
      hidden: false,
      closedAt: null,
      outcome: null,
      reason: 'me',
      words: 'That is me.\n\nPlease!',
      contact: 'zia@example.com',
    },
  ]);
  // Only one of two concurrent answers gets the contact, with the reporter's language.
  const [filed] = await reportsOf(id);
  const answers = [1, 2].map(() => takeContact(memori.deps.db, filed?.id ?? ''));
  expect((await Promise.all(answers)).filter(Boolean)).toEqual([{ to: 'zia@example.com', language: 'it' }]);
});

test('an album is reported the same way, and omitted fields are null', async () => {
  const id = createId();
  const done = { status: 'completed', progress: 1, renditionPrefix: 'runs/x', finishedAt: new Date() };
  await memori.deps.db.album.create({ data: { id, userId: owner.userId, name: 'Cugini', ...done } });
  expect((await report(`album/${id}`, { reason: 'child', words: ' ', contact: '' })).status).toBe(201);
  expect(await reportsOf(id)).toMatchObject([{ film: { kind: 'album', id }, words: null, contact: null }]);
});

test.each([
  [{}, 'report_reason_required'],
  [{ reason: 'boring' }, 'report_reason_required'],
  [{ reason: 'other', words: 'x'.repeat(1001) }, 'report_too_long'],
  [{ reason: 'other', contact: 'not an address' }, 'invalid_email'],
])('%o is refused with 400 and %s', async (said, code) => {
  const id = await video();
  const answer = await report(`video/${id}`, said);
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code })]);
  expect(await reportsOf(id)).toEqual([]);
});

test.each([
  ['unknown', () => Promise.resolve(createId())],
  ['not shared', () => video({ shareStoppedAt: new Date() })],
  ['hidden already', () => video({ hiddenAt: new Date() })],
  ['unfinished', () => video({ renditionPrefix: null, status: 'Queued', finishedAt: null })],
])('a film that is %s is answered with 404', async (_kind, make) => {
  const answer = await report(`video/${await make()}`, { reason: 'other' });
  expect([answer.status, await answer.json()]).toEqual([
    404,
    expect.objectContaining({ code: 'task_not_found' }),
  ]);
});

test('a network can report ten times an hour, and at most twenty open reports are kept per film', async () => {
  const id = await video();
  const statuses = [];
  for (let n = 0; n < 11; n += 1)
    statuses.push((await report(`video/${id}`, { reason: 'other' }, '198.51.100.9')).status);
  expect(statuses).toEqual([...Array<number>(10).fill(201), 429]);
  for (let n = 0; n < 12; n += 1) expect((await report(`video/${id}`, { reason: 'other' })).status).toBe(201);
  expect(await reportsOf(id)).toHaveLength(20);
});

test('a film hidden by an operator is no longer public, and its owner can’t undo it', async () => {
  const id = await video();
  const { db } = memori.deps;
  await report(`video/${id}`, { reason: 'harm' });
  expect(await setHidden(db, { kind: 'video', id }, true)).toBe(true);
  expect(await closeReports(db, { kind: 'video', id }, 'hidden')).toBe(1);
  expect(await reportsOf(id)).toEqual([]);
  const provenance = `/api/public/video/${id}/provenance`;
  expect((await fetch(memori.url + provenance)).status).toBe(404);
  const settings = { kind: 'video', id, sender: null, dedication: null, until: null, stopped: false };
  const saved = await owner.post('/api/trpc/share.set', settings);
  expect(await saved.json()).toMatchObject({ result: { data: { stopped: false, hidden: true } } });
  expect((await fetch(memori.url + provenance)).status).toBe(404);
  await setHidden(db, { kind: 'video', id }, false);
  expect((await db.videoTask.findUniqueOrThrow({ where: { id } })).hiddenAt).toBeNull();
});

test('closed reports are deleted after ninety days, open ones never', async () => {
  const [closed, open] = [await video(), await video()];
  const { db } = memori.deps;
  for (const id of [closed, open]) await report(`video/${id}`, { reason: 'rights' });
  await closeReports(db, { kind: 'video', id: closed }, 'kept');
  await forgetOldReports(db, Date.now() + 89 * 86_400_000);
  expect(await db.filmReport.count({ where: { taskId: closed } })).toBe(1);
  await forgetOldReports(db, Date.now() + 91 * 86_400_000);
  expect(await db.filmReport.count({ where: { taskId: closed } })).toBe(0);
  expect(await reportsOf(open)).toHaveLength(1);
});
