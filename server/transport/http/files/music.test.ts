import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import {
  musicFormPath,
  musicPath,
  musicPlacementPath,
  musicSectionsPath,
  musicTrackIds,
} from '#shared/music.ts';
import { musicFormSchema, placementSchema } from '#shared/music-form.ts';
import {
  musicFile,
  musicFormFile,
  musicPlacementFile,
  musicSectionsFile,
} from '#server/platform/installation.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ jobs: false });
});
afterAll(() => server.close());

const path = musicPath('just-relax');

async function ask(address: string, headers: Record<string, string> = {}, method = 'GET') {
  // Without an explicit Cache-Control, fetch sends an unconditional reload.
  const init = { headers: { 'cache-control': 'max-age=0', ...headers }, method };
  const response = await fetch(`${server.url}${address}`, init);
  return { response, body: Buffer.from(await response.arrayBuffer()) };
}

test.each(musicTrackIds)('serves %s whole, with a long cache lifetime', async (id) => {
  const { response, body } = await ask(musicPath(id));
  expect(response.status).toBe(200);
  expect(body.equals(await readFile(musicFile(id)))).toBe(true);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'audio/mpeg',
    'content-length': String(body.length),
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=2592000, must-revalidate',
    'x-content-type-options': 'nosniff',
  });
});

test.each(musicTrackIds)('serves the form of %s, cached like its recording', async (id) => {
  const { response, body } = await ask(musicFormPath(id));
  expect(response.status).toBe(200);
  expect(body.equals(await readFile(musicFormFile(id)))).toBe(true);
  expect(musicFormSchema.parse(JSON.parse(body.toString())).id).toBe(id);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'public, max-age=2592000, must-revalidate',
    'x-content-type-options': 'nosniff',
  });
  const etag = response.headers.get('etag') ?? '';
  expect((await ask(musicFormPath(id), { 'if-none-match': etag })).response.status).toBe(304);
});

test.each(musicTrackIds)('serves the sections of %s, and where they are in their recording', async (id) => {
  const recording = await ask(musicSectionsPath(id));
  expect(recording.response.status).toBe(200);
  expect(recording.body.equals(await readFile(musicSectionsFile(id)))).toBe(true);
  expect(Object.fromEntries(recording.response.headers)).toMatchObject({
    'content-type': 'audio/ogg',
    'accept-ranges': 'bytes',
    'cache-control': 'public, max-age=2592000, must-revalidate',
    'x-content-type-options': 'nosniff',
  });
  const placement = await ask(musicPlacementPath(id));
  expect(placement.response.status).toBe(200);
  expect(placement.response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(placement.body.equals(await readFile(musicPlacementFile(id)))).toBe(true);
  const { sections } = musicFormSchema.parse(JSON.parse((await ask(musicFormPath(id))).body.toString()));
  const placed = placementSchema.parse(JSON.parse(placement.body.toString())).sections;
  expect(placed.map(({ name }) => name)).toEqual(sections.map(({ name }) => name));
});

test('serves the range that a player seeks to', async () => {
  const whole = await readFile(musicFile('just-relax'));
  const { response, body } = await ask(path, { range: 'bytes=1000-1999' });
  expect(response.status).toBe(206);
  expect(response.headers.get('content-range')).toBe(`bytes 1000-1999/${whole.length}`);
  expect(body.equals(whole.subarray(1000, 2000))).toBe(true);
  const beyond = await ask(path, { range: `bytes=${whole.length}-` });
  expect(beyond.response.status).toBe(416);
  expect(beyond.response.headers.get('content-range')).toBe(`bytes */${whole.length}`);
});

test('HEAD answers like GET, without the body', async () => {
  const { response, body } = await ask(path, {}, 'HEAD');
  expect(response.status).toBe(200);
  expect(Number(response.headers.get('content-length'))).toBe(
    (await readFile(musicFile('just-relax'))).length,
  );
  expect(body).toHaveLength(0);
});

test('revalidates with the ETag of a track, but not with that of another', async () => {
  const etag = (await ask(path)).response.headers.get('etag') ?? '';
  const other = (await ask(musicPath('sedative'))).response.headers.get('etag') ?? '';
  expect(etag).toMatch(/^"[\w-]{20,}"$/);
  expect(other).not.toBe(etag);
  const fresh = await ask(path, { 'if-none-match': etag });
  expect([fresh.response.status, fresh.body.length]).toEqual([304, 0]);
  expect(fresh.response.headers.get('cache-control')).toContain('max-age=2592000');
  expect((await ask(path, { 'if-none-match': other })).response.status).toBe(200);
  expect((await ask(path, { range: 'bytes=0-9', 'if-range': other })).response.status).toBe(200);
  expect((await ask(path, { range: 'bytes=0-9', 'if-range': etag })).response.status).toBe(206);
});

test.each([
  '/music',
  '/music/',
  '/music/none.mp3',
  '/music/none.json',
  '/music/just-relax',
  '/music/just-relax.JSON',
  '/music/just-relax.form.json',
  '/music/just-relax.sections.mp3',
  '/music/none.sections.opus',
  '/music/none.sections.json',
  '/music/just-relax.MP3',
  '/music/Just-Relax.mp3',
  '/music/just-relax.mp3/',
  '/music/just-relax.mp3.mp3',
  '/music/just-relax.wav',
  '/music/__proto__.mp3',
  '/music/..%2fhttp%2fmusic.ts',
  '/music/..%2f..%2fpackage.json%00.mp3',
  '/music/%2e%2e%2fmusic%2fjust-relax.mp3',
  '/music/just-relax%00.mp3',
])('answers %s with not found', async (address) => {
  const { response, body } = await ask(address);
  expect(response.status).toBe(404);
  expect(JSON.parse(body.toString())).toMatchObject({ error: 'Not found', code: 'not_found' });
});

test('an invalid percent encoding and POST are not found', async () => {
  expect((await ask('/music/%E0%A4%A.mp3')).response.status).toBe(404);
  expect((await ask(path, {}, 'POST')).response.status).toBe(404);
});
