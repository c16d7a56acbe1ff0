import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { errorBody, errorCatalogue, type ErrorCode } from '#shared/errors.ts';
import type { VideoPreview } from '#shared/schemas/video-preview.ts';
import { consentVersions } from '#shared/upload-consent.ts';
import { projectInto } from '#shared/print/projection.ts';
import { drawRoom } from '#tests/support/drawn-room.ts';
import { agePhoto } from '#scripts/bench/lib/aged-photo.ts';
import { framePrint } from '#scripts/bench/lib/framed-print.ts';
import { decodeWhole } from '#server/engine/animate/seeing/photo.ts';
import { jpeg } from '#tests/fixtures/evil-photos/pictures.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { expectNoUploads, tracesOf } from '#tests/support/traces.ts';
import { newVisitor, type Visitor } from '#tests/support/visitor.ts';

const pictures = path.join(import.meta.dirname, '../../../studio/pictures/masters');
let server: TestServer;
let visitor: Visitor;
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
  visitor = await newVisitor(server.url);
});
afterAll(() => server.close());

const asJpeg = ({ data, width, height }: { data: Uint8Array; width: number; height: number }) =>
  sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 95 })
    .toBuffer();

async function preview(
  photo: Uint8Array | null,
  fields: Record<string, string> = {},
  { headers = {}, who = visitor }: { headers?: Record<string, string>; who?: Visitor | null } = {},
) {
  const form = new FormData();
  if (photo) form.append('image', new File([Uint8Array.from(photo)], 'photo.jpg'));
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  const response = await fetch(`${server.url}/api/video/preview`, {
    method: 'POST',
    body: form,
    headers: { ...(who && { cookie: who.cookie }), ...headers },
  });
  return { response, status: response.status, body: (await response.json()) as VideoPreview };
}

const centre = ({ x, y, width, height }: VideoPreview['faces'][number]) => [x + width / 2, y + height / 2];
/** From top to bottom. */
const sorted = (faces: VideoPreview['faces']) => faces.toSorted((a, b) => a.y - b.y);

test('a grandmother with glasses and the girl on her lap: what each will do, for nothing', async () => {
  const photo = await readFile(path.join(pictures, 'grandmother.jpg'));
  const before = await tracesOf(server, visitor);
  const { status, body } = await preview(photo, { border: 'keep', consent: consentVersions[0] });
  expect(status).toBe(200);
  const { faces, ...more } = body;
  expect(more).toEqual({
    turn: 0,
    print: { found: false, cropped: false },
    restoration: { suggested: false },
    motion: expect.any(String) as string,
    credits: 1,
  });
  const [woman, girl] = sorted(faces);
  expect(faces).toHaveLength(2);
  expect(woman).toMatchObject({ kind: 'person', blinks: false, gazes: true, turns: true, why: 'glasses' });
  expect(girl).toMatchObject({ kind: 'person', turns: true });
  expect(centre(woman!)).toEqual([expect.closeTo(325 / 768, 1), expect.closeTo(270 / 960, 1)]);
  expect(await tracesOf(server, visitor)).toEqual(before);
  expect(await server.deps.db.uploadConsent.count({ where: { userId: visitor.userId } })).toBe(0);
  await expectNoUploads(server);
});

test('a face that rests says so, and the others do as before', async () => {
  const photo = await readFile(path.join(pictures, 'grandmother.jpg'));
  const [woman, girl] = sorted((await preview(photo, { border: 'keep' })).body.faces);
  const rest = JSON.stringify([centre(woman!)]);
  const [resting, other] = sorted((await preview(photo, { border: 'keep', rest })).body.faces);
  expect(resting).toEqual({ ...woman, blinks: false, gazes: false, turns: false, why: 'resting' });
  expect(other).toEqual(girl);
});

test('a print that lies on its side is turned and cropped; places are those of the upright photo', async () => {
  const print = framePrint(await decodeWhole(path.join(pictures, 'grandmother.jpg')), 'white', 3, 0.02);
  const lying = await sharp(await asJpeg(print.picture))
    .rotate(90)
    .jpeg({ quality: 95 })
    .toBuffer();
  const { body } = await preview(lying, { motion: 'arc' });
  expect(body).toMatchObject({ turn: 270, print: { found: true, cropped: true }, motion: 'arc' });
  const [woman] = sorted(body.faces);
  const { x, y } = projectInto(print.corners)(325 / 768, 270 / 960);
  expect(Math.abs(centre(woman!)[0]! - x)).toBeLessThan(0.05);
  expect(Math.abs(centre(woman!)[1]! - y)).toBeLessThan(0.05);
  const kept = await preview(lying, { border: 'keep' });
  expect(kept.body.print).toEqual({ found: true, cropped: false });
  expect(Math.abs(centre(sorted(kept.body.faces)[0]!)[1]! - y)).toBeLessThan(0.05);
  await expectNoUploads(server);
});

test('an aged photo is worth restoring, whether that was asked for or not', async () => {
  const aged = await asJpeg(agePhoto(drawRoom(480, 600), 2));
  for (const restore of ['false', 'true']) {
    const { body } = await preview(aged, { restore });
    expect(body).toMatchObject({ restoration: { suggested: true }, faces: [] });
  }
  await expectNoUploads(server);
});

test('without a credit, by a test token, and again with the same key', async () => {
  const poor = await newVisitor(server.url);
  await server.deps.db.creditAccount.update({ where: { userId: poor.userId }, data: { balance: 0 } });
  const photo = await jpeg();
  const first = await preview(photo, {}, { who: poor, headers: { 'idempotency-key': 'once' } });
  expect(first.body).toMatchObject({ faces: [], credits: 1 });
  const again = await preview(photo, {}, { who: poor, headers: { 'idempotency-key': 'once' } });
  expect(again.response.headers.get('idempotent-replayed')).toBe('true');
  expect(again.body).toEqual(first.body);
  const made = await poor.post('/api/tokens', { name: 'A', scopes: ['generate'], test: true });
  const { token } = (await made.json()) as { token: string };
  const authorization = `Bearer ${token}`;
  expect((await preview(photo, {}, { who: null, headers: { authorization } })).body).toEqual(first.body);
});

test.each([
  ['nothing', null, {}, 'no_file_selected'],
  ['a text', Buffer.from('hello'), {}, 'invalid_file_type'],
  ['a broken photo', 'broken', {}, 'image_broken'],
  ['a point outside the photo', 'photo', { rest: '[[2, 0]]' }, 'invalid_rest'],
  ['another duration', 'photo', { duration: '10' }, 'invalid_duration'],
  ['a field that does not exist', 'photo', { credits: '1' }, 'invalid_request'],
] as [string, Uint8Array | 'photo' | 'broken' | null, Record<string, string>, ErrorCode][])(
  '%s is refused as for a video',
  async (_name, given, fields, code) => {
    const whole = await jpeg();
    const photo = given === 'photo' ? whole : given === 'broken' ? whole.subarray(0, 9000) : given;
    const { status, body } = await preview(photo, fields);
    expect({ status, body }).toEqual({
      status: errorCatalogue[code].status,
      body: { ...errorBody(code), doc: `${server.url}/api/docs#${code}` },
    });
    await expectNoUploads(server);
  },
);

test('nobody previews without signing in, or more often than thirty times in ten minutes', async () => {
  expect((await preview(await jpeg(), {}, { who: null })).body).toMatchObject({ code: 'not_signed_in' });
  const eager = await newVisitor(server.url);
  for (let n = 0; n < 30; n++) await server.deps.limiters.preview.take(eager.userId);
  const { status, response } = await preview(await jpeg(), {}, { who: eager });
  expect(status).toBe(429);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(response.headers.get('ratelimit-policy')).toContain('"preview";q=30;w=600');
});
