import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { errorBody, errorCatalogue } from '#shared/errors.ts';
import { evilPhotos } from '#tests/fixtures/evil-photos.ts';
import { misnamedPhotos } from '#tests/fixtures/evil-photos/names.ts';
import { cleanFilename } from '#server/features/generation/requests/read-form.ts';
import type { GenerateFields } from '#shared/schemas/video.ts';
import { consentVersions } from '#shared/upload-consent.ts';
import { seedOf } from '#shared/motion/seed.ts';
import { jpeg, picture } from '#tests/fixtures/evil-photos/pictures.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { expectNoUploads, tracesOf } from '#tests/support/traces.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';

let server: TestServer;
let visitor: Visitor;

beforeAll(async () => {
  // No jobs: accepted tasks stay Queued. The default limit would stop this many uploads by one person.
  server = await startTestServer({ jobs: false, settings: { LIMIT_GENERATE: '5000/1m' } });
  visitor = await newVisitor(server.url);
});
afterAll(() => server.close());

async function give(credits: number): Promise<void> {
  await server.deps.pool.query(
    `WITH account AS (UPDATE credit_account SET balance = balance + $2 WHERE user_id = $1 RETURNING balance)
     INSERT INTO credit_entry (user_id, delta, reason, reference, balance_after)
     SELECT $1, $2, 'test', gen_random_uuid(), balance FROM account`,
    [visitor.userId, credits],
  );
}

async function upload(form: FormData, headers: Record<string, string> = { cookie: visitor.cookie }) {
  const response = await fetch(`${server.url}/api/video/generate`, { method: 'POST', body: form, headers });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

function formOf(bytes: Buffer, filename = 'photo.jpg', type = 'image/jpeg', field = 'image'): FormData {
  const form = new FormData();
  form.append(field, new File([Uint8Array.from(bytes)], filename, { type }));
  return form;
}

const refusal = (code: keyof typeof errorCatalogue) => ({
  status: errorCatalogue[code].status,
  body: { ...errorBody(code), doc: `${server.url}/api/docs#${code}` },
});

/** The first photo for each expected answer; the others are tested where photos are prepared. */
const oneOfEach = [...new Map(evilPhotos.toReversed().map((photo) => [photo.expected, photo])).values()];

describe('a hostile upload gets its error, and a refused one costs and leaves nothing', () => {
  test.each(oneOfEach.filter(({ expected }) => expected !== 'accepted'))(
    '$name: $expected',
    async (photo) => {
      const before = await tracesOf(server, visitor);
      const answer = await upload(formOf(await photo.bytes(), photo.filename, photo.mimeType));
      expect(answer).toEqual(refusal(photo.expected as keyof typeof errorCatalogue));
      expect(await tracesOf(server, visitor)).toEqual(before);
      await expectNoUploads(server);
    },
  );

  // Preparing a photo ignores its file name, so all misnamed ones are sent here.
  test.each([...oneOfEach.filter(({ expected }) => expected === 'accepted'), ...misnamedPhotos])(
    '$name: accepted',
    async (photo) => {
      await give(1);
      const before = await visitor.credits();
      const answer = await upload(formOf(await photo.bytes(), photo.filename, photo.mimeType));
      expect(answer).toMatchObject({ status: 202, body: { taskId: expect.any(String), status: 'Queued' } });
      const task = await server.deps.db.videoTask.findUniqueOrThrow({
        where: { id: String(answer.body['taskId']) },
      });
      expect(task).toMatchObject({ userId: visitor.userId, status: 'Queued' });
      expect(task.originalFilename).toBe(cleanFilename(photo.filename));
      expect(await visitor.credits()).toBe(before - 1);
      await expectNoUploads(server);
    },
  );
});

const twoPhotos = async () => {
  const form = formOf(await jpeg());
  form.append('image', new File([Uint8Array.from(await jpeg())], 'second.jpg'));
  return form;
};

test('a form may have every field at once', async () => {
  await give(1);
  const form = formOf(await jpeg());
  const fields: Required<GenerateFields> = {
    prompt: 'Wave.',
    duration: '6',
    resolution: '768P',
    motion: 'arc',
    liveliness: 'calm',
    ...{
      turn: '90',
      rest: '[[0.5, 0.3]]',
      border: 'keep',
      restore: 'true',
      name: 'Nonna',
      takenOn: '1962-07-01',
      seed: '1',
    },
    language: 'it',
    consent: consentVersions[0],
  };
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  expect(await upload(form)).toMatchObject({ status: 202 });
});

test('what is known about the original of a photo travels with it, and else the file tells', async () => {
  const dated = await picture()
    .withExif({ IFD2: { DateTimeOriginal: '2019:08:21 10:00:00' } })
    .jpeg()
    .toBuffer();
  const made = async (fields: Record<string, string>) => {
    await give(1);
    const form = formOf(dated);
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    const { body } = await upload(form);
    return server.deps.db.videoTask.findUniqueOrThrow({ where: { id: String(body['taskId']) } });
  };
  expect(await made({})).toMatchObject({ takenOn: new Date('2019-08-21'), seed: seedOf(dated) });
  expect(await made({ takenOn: '1962-07-01', seed: '2147483647' })).toMatchObject({
    takenOn: new Date('1962-07-01'),
    seed: 2147483647,
  });
});

describe('forms', () => {
  const withText = (name: string, value: string) => async () => {
    const form = formOf(await jpeg());
    form.append(name, value);
    return form;
  };

  test.each([
    ['two photos', twoPhotos, 'one_file_only'],
    [
      'a photo under another name',
      async () => formOf(await jpeg(), 'a.jpg', '', 'photo'),
      'no_file_selected',
    ],
    ['a NUL in the file name', async () => formOf(await jpeg(), 'photo\0.jpg'), 'upload_malformed'],
    ['no photo', async () => new FormData(), 'no_file_selected'],
    ['a field that does not exist', withText('credits', '100'), 'invalid_request'],
    ['a long prompt', withText('prompt', 'a'.repeat(2001)), 'prompt_too_long'],
    ['10 seconds', withText('duration', '10'), 'invalid_duration'],
    ['another resolution', withText('resolution', '1080P'), 'invalid_resolution'],
    ['a movement that does not exist', withText('motion', 'spin'), 'invalid_request'],
    ['a liveliness that does not exist', withText('liveliness', 'wild'), 'invalid_request'],
    ['a restoration that is neither on nor off', withText('restore', 'yes'), 'invalid_request'],
    ['a day that does not exist', withText('takenOn', '2019-02-30'), 'invalid_request'],
    ['a day in the future', withText('takenOn', '2999-01-01'), 'invalid_request'],
    ['a day in other words', withText('takenOn', '21/08/2019'), 'invalid_request'],
    ['an empty day', withText('takenOn', ''), 'invalid_request'],
    ['a seed that is no number', withText('seed', '0x10'), 'invalid_request'],
    ['a seed that no column holds', withText('seed', '2147483648'), 'invalid_request'],
    ['a negative seed', withText('seed', '-1'), 'invalid_request'],
    ['a point that is no JSON', withText('rest', '[[0.5, NaN]]'), 'invalid_rest'],
    ['a point instead of a list of points', withText('rest', '[0.5, 0.5]'), 'invalid_rest'],
    ['a list of other things', withText('rest', '["0.5", "0.5"]'), 'invalid_rest'],
    ['points that are no list', withText('rest', '{"0": [0.5, 0.5]}'), 'invalid_rest'],
    ['a point with three numbers', withText('rest', '[[0.5, 0.5, 0.5]]'), 'invalid_rest'],
    ['a point to the right of the photo', withText('rest', '[[1.01, 0.5]]'), 'invalid_rest'],
    ['a point above the photo', withText('rest', '[[0.5, -0.1]]'), 'invalid_rest'],
    ['a point without end', withText('rest', '[[1e400, 0.5]]'), 'invalid_rest'],
    ['an empty text for points', withText('rest', ''), 'invalid_rest'],
    [
      '65 points',
      withText('rest', JSON.stringify(Array.from({ length: 65 }, () => [0.5, 0.5]))),
      'invalid_rest',
    ],
    ['a border that is neither kept nor cropped', withText('border', 'cut'), 'invalid_request'],
  ] as const)('%s', async (_case, make, code) => {
    const before = await tracesOf(server, visitor);
    expect(await upload(await make())).toEqual(refusal(code));
    await expectNoUploads(server);
    expect(await tracesOf(server, visitor)).toEqual(before);
  });

  test('the animation settings are stored with the task', async () => {
    const form = formOf(await jpeg());
    form.append('motion', 'dolly-zoom');
    form.append('liveliness', 'calm');
    form.append('border', 'keep');
    form.append('restore', 'true');
    form.append('rest', '[[0.25, 0.5], [1, 0]]');
    await give(1);
    const answer = await upload(form);
    expect(answer.status).toBe(202);
    const where = { id: String(answer.body['taskId']) };
    const task = await server.deps.db.videoTask.findUniqueOrThrow({ where });
    expect(task).toMatchObject({ motion: 'dolly-zoom', liveliness: 'calm', border: 'keep', restore: true });
    expect(task.rest).toEqual([0.25, 0.5, 1, 0]);
    expect(task.seed).toBeGreaterThan(0);
  });

  test.each([
    ['a malformed form', 'multipart/form-data; boundary=B', '--B\r\nnonsense', 'upload_malformed'],
    ['a form without boundary', 'multipart/form-data', 'x', 'upload_malformed'],
    ['JSON', 'application/json', '{}', 'no_file_selected'],
    ['broken JSON', 'application/json', '{', 'invalid_request'],
  ] as const)('%s', async (_case, type, body, code) => {
    const headers = { cookie: visitor.cookie, 'content-type': type };
    const response = await fetch(`${server.url}/api/video/generate`, { method: 'POST', body, headers });
    expect({ status: response.status, body: await response.json() }).toEqual(refusal(code));
  });
});

test('tRPC takes no files: photos are sent here, or by their address', async () => {
  const send = async (body: FormData | string, type?: string) => {
    const headers = { cookie: visitor.cookie, ...(type && { 'content-type': type }) };
    const response = await fetch(`${server.url}/api/trpc/video.generate`, { method: 'POST', body, headers });
    const answer = (await response.json()) as { error: { data: { errorCode: string } } };
    return { status: response.status, code: answer.error.data.errorCode };
  };
  await give(1);
  const before = await tracesOf(server, visitor);
  expect(await send(formOf(await jpeg()))).toEqual({ status: 400, code: 'invalid_request' });
  const as = (value: object) => send(JSON.stringify(value), 'application/json');
  expect(await as({})).toEqual({ status: 400, code: 'no_file_selected' });
  expect(await as({ imageUrl: 'file:///etc/passwd' })).toEqual({ status: 400, code: 'invalid_image_url' });
  expect(await tracesOf(server, visitor)).toEqual(before);
});

test('anonymous uploads are refused before a byte is stored', async () => {
  expect(await upload(formOf(await jpeg()), {})).toEqual(refusal('not_signed_in'));
  await expectNoUploads(server);
});

test('without credits the answer carries the flag that opens the purchase', async () => {
  const poor = await newVisitor(server.url);
  expect(await upload(formOf(await jpeg()), { cookie: poor.cookie })).toMatchObject({ status: 202 });
  const answer = await upload(formOf(await jpeg()), { cookie: poor.cookie });
  expect(answer).toEqual({
    status: 402,
    body: {
      error: 'Insufficient credits',
      code: 'insufficient_credits',
      requiresPayment: true,
      doc: `${server.url}/api/docs#insufficient_credits`,
    },
  });
  await expectNoUploads(server);
});

test('an upload from another site is refused', async () => {
  const headers = { cookie: visitor.cookie, origin: 'https://evil.example' };
  expect(await upload(formOf(await jpeg()), headers)).toEqual(refusal('cross_site'));
});

test('an interrupted upload costs and leaves nothing', async () => {
  const before = await tracesOf(server, visitor);
  const { hostname, port } = new URL(server.url);
  const socket = connect(Number(port), hostname);
  const lines = [
    'POST /api/video/generate HTTP/1.1',
    'Host: x',
    `Cookie: ${visitor.cookie}`,
    'Content-Type: multipart/form-data; boundary=B',
    'Content-Length: 9000000',
    '',
    '--B',
    'Content-Disposition: form-data; name="image"; filename="photo.jpg"',
    '',
    'photo'.repeat(30_000),
  ];
  socket.write(lines.join('\r\n'));
  await vi.waitFor(async () => expect(await readdir(server.deps.uploadDir)).toHaveLength(1), {
    timeout: 120_000,
  });
  socket.resetAndDestroy();
  await expectNoUploads(server);
  expect(await tracesOf(server, visitor)).toEqual(before);
});
