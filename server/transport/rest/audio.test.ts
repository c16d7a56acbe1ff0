import { mkdtemp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { audioKey } from '#server/features/audio/audio-keys.ts';
import { createId } from '#server/platform/ids.ts';
import { withAudio } from '#server/engine/join/clip.ts';
import { makeRecording } from '#tests/support/recordings.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';

let server: TestServer;
let owner: Visitor;
let song: Buffer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
  owner = await newVisitor(server.url);
  const folder = await mkdtemp(path.join(server.dataDir, 'recordings-'));
  song = await makeRecording(path.join(folder, 'song.mp3'), { seconds: 5 });
});
afterAll(() => server.close());

interface Answer {
  audioId: string;
  seconds: number;
  purpose: string;
  code: string;
  error: string;
}

async function send(
  content: Uint8Array | null,
  { who = owner, fields = { purpose: 'music', rights: 'true' }, field = 'audio', headers = {} }: Sending = {},
) {
  const form = new FormData();
  for (const [name, text] of Object.entries(fields)) form.append(name, text);
  if (content)
    form.append(field, new File([Uint8Array.from(content)], 'holiday.jpg', { type: 'image/jpeg' }));
  const init = { method: 'POST', body: form, headers: { cookie: who.cookie, ...headers } };
  const response = await fetch(`${server.url}/api/audio`, init);
  return { status: response.status, headers: response.headers, body: (await response.json()) as Answer };
}
interface Sending {
  who?: Pick<Visitor, 'cookie'>;
  fields?: Record<string, string>;
  field?: string;
  headers?: Record<string, string>;
}

const remove = async (audioId: string, who = owner) =>
  fetch(`${server.url}/api/audio/${audioId}`, { method: 'DELETE', headers: { cookie: who.cookie } });
const list = async (who = owner) =>
  (await (await who.get('/api/audio')).json()) as { audioId: string; seconds: number }[];

test('a recording is judged by its content, converted, listed and deleted', async () => {
  const { status, body } = await send(song);
  expect([status, body.purpose]).toEqual([201, 'music']);
  expect(Math.abs(body.seconds - 5)).toBeLessThan(0.1);
  expect(await list()).toMatchObject([{ audioId: body.audioId, seconds: body.seconds, purpose: 'music' }]);
  const file = path.join(server.dataDir, 'stored.m4a');
  await server.deps.storage.fetchToFile(audioKey(body.audioId), file);
  expect(await withAudio(file, (track) => track.getCodec())).toBe('aac');

  const stranger = await newVisitor(server.url);
  expect(await list(stranger)).toEqual([]);
  expect((await remove(body.audioId, stranger)).status).toBe(404);
  const removed = await remove(body.audioId);
  expect([removed.status, await removed.json()]).toEqual([200, { success: true }]);
  const again = await remove(body.audioId);
  expect([again.status, await again.json()]).toMatchObject([404, { code: 'audio_not_found' }]);
  expect(await list()).toEqual([]);
  expect(await server.deps.storage.stat(audioKey(body.audioId))).toBeNull();
  expect(await server.deps.db.fileRemoval.count()).toBe(0);
});

const music = { purpose: 'music', rights: 'true' };
const refused: [string, () => Parameters<typeof send>, number, string, string][] = [
  ['no file', () => [null], 400, 'audio_required', 'Please choose one recording'],
  [
    'a file in another field',
    () => [song, { field: 'image' }],
    400,
    'audio_required',
    'Please choose one recording',
  ],
  [
    'no confirmation',
    () => [song, { fields: { purpose: 'music' } }],
    400,
    'audio_rights_required',
    'Please confirm that you may use this recording',
  ],
  [
    'a denial',
    () => [song, { fields: { ...music, rights: 'false' } }],
    400,
    'audio_rights_required',
    'Please confirm that you may use this recording',
  ],
  ['no purpose', () => [song, { fields: { rights: 'true' } }], 400, 'invalid_request', 'Invalid request'],
  [
    'another purpose',
    () => [song, { fields: { ...music, purpose: 'alarm' } }],
    400,
    'invalid_request',
    'Invalid request',
  ],
  [
    'another field',
    () => [song, { fields: { ...music, name: 'A' } }],
    400,
    'invalid_request',
    'Invalid request',
  ],
  [
    'more than 20 MB',
    () => [Buffer.alloc(20 * 1024 * 1024 + 1)],
    413,
    'file_too_large',
    'File size must be less than 20MB',
  ],
  [
    'a photo',
    () => [Buffer.from('ffd8ffe000104a464946000101', 'hex')],
    415,
    'invalid_audio_type',
    'Please choose a recording of one of the kinds MP3, M4A, WAV, Ogg, FLAC and WebM',
  ],
  [
    'a damaged file',
    () => [Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(1000, 'x')])],
    422,
    'audio_broken',
    'This recording is damaged and can’t be read. Please try another one.',
  ],
];

test.each(refused)('%s is refused, and leaves no file', async (_what, asked, status, code, error) => {
  const answer = await send(...asked());
  expect({ status: answer.status, ...answer.body }).toMatchObject({ status, code, error });
  expect(await list()).toEqual([]);
  expect(await server.deps.storage.list('audio')).toEqual([]);
  // What was received is removed once the connection has been told.
  const checkUploads = async () => expect(await readdir(server.deps.uploadDir)).toEqual([]);
  await vi.waitFor(checkUploads, { timeout: 120_000 });
});

test('spoken words have a minute at most, a song more', async () => {
  const minute = await makeRecording(path.join(server.dataDir, 'minute.mp3'), { seconds: 61 });
  const voice = await send(minute, { fields: { purpose: 'voice', rights: 'true' } });
  expect([voice.status, voice.body.code]).toEqual([422, 'audio_too_long']);
  const accepted = await send(minute);
  expect(accepted.status).toBe(201);
  await remove(accepted.body.audioId);
});

test('a repeated call with the same key has one effect', async () => {
  const headers = { 'idempotency-key': createId() };
  const first = await send(song, { headers });
  const second = await send(song, { headers });
  expect(second.headers.get('idempotent-replayed')).toBe('true');
  expect(second.body).toEqual(first.body);
  expect(await list()).toHaveLength(1);
  await remove(first.body.audioId);
});

test('a user keeps two hours of recordings at most, however many arrive at once', async () => {
  const who = await newVisitor(server.url);
  const row = { userId: who.userId, purpose: 'music', seconds: 7200 - 7 };
  await server.deps.db.audio.create({ data: { id: createId(), ...row } });
  const answers = await Promise.all([send(song, { who }), send(song, { who })]);
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
  expect(answers.find(({ status }) => status === 409)?.body.code).toBe('too_much_audio');
  expect(await list(who)).toHaveLength(2);
  const stored = answers.find(({ status }) => status === 201)?.body.audioId;
  expect(await server.deps.storage.list('audio')).toEqual([`audio/${stored}`]);
});

test('a token needs the scope `albums`', async () => {
  const statusWith = async (scopes: string[]) => {
    const made = await owner.post('/api/tokens', { name: 'A', scopes });
    const { token } = (await made.json()) as { token: string };
    return (await send(song, { who: { cookie: '' }, headers: { authorization: `Bearer ${token}` } })).status;
  };
  expect(await statusWith(['generate', 'read', 'manage'])).toBe(403);
  expect(await statusWith(['albums'])).toBe(201);
});
