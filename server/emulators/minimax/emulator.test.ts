import type { IncomingMessage, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { portrait } from '#tests/support/photos.ts';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { StartError } from '#server/platform/errors.ts';
import { listen } from '../lib/listen.ts';
import { type MinimaxEmulator, startMinimaxEmulator } from './emulator.ts';
import type { MinimaxEmulatorOptions } from './state.ts';

/** Nothing of Memori’s adapter is used here: the emulator is tested against the protocol itself. */
let emulator: MinimaxEmulator;
let image: string;
let small: string;
let options: Pick<MinimaxEmulatorOptions, 'ffmpeg' | 'production' | 'side'>;

beforeAll(async () => {
  const paces = { preparing: 0, queueing: 0, processing: 0 };
  options = { ffmpeg: await findFfmpeg(), production: false, side: 96 };
  emulator = await startMinimaxEmulator({ ...options, paces, rpm: 4 });
  const dataUrl = (photo: Buffer) => `data:image/jpeg;base64,${photo.toString('base64')}`;
  image = dataUrl(await portrait());
  small = dataUrl(await portrait({ width: 300, height: 400 }));
});
afterAll(() => emulator.close());

const headers = () => ({ authorization: `Bearer ${emulator.apiKey}`, 'content-type': 'application/json' });
async function call(path: string, body?: object): Promise<Record<string, unknown>> {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {};
  return (await fetch(emulator.url + path, { headers: headers(), ...init })).json() as Promise<
    Record<string, unknown>
  >;
}
const job = (more: object = {}) => ({
  model: 'MiniMax-Hailuo-2.3',
  first_frame_image: image,
  prompt: 'slowly',
  duration: 6,
  resolution: '768P',
  prompt_optimizer: false,
  ...more,
});

test.each<[string, object]>([
  ['duration as a string', { duration: '6' }],
  ['another resolution', { resolution: '1080P' }],
  ['a raw base64 image', { first_frame_image: 'AAAA' }],
  ['an image that is none', { first_frame_image: 'data:image/jpeg;base64,AAAA' }],
  ['a prompt that is too long', { prompt: 'a'.repeat(2001) }],
  ['a model of the second version', { model: 'MiniMax-H3' }],
  ['a first model with a duration', { model: 'I2V-01' }],
])('%s is refused with 2013', async (_what, more) => {
  expect(await call('/v1/video_generation', job(more))).toMatchObject({ base_resp: { status_code: 2013 } });
});

test('a short edge of 300 px is refused with 2013', async () => {
  expect(await call('/v1/video_generation', job({ first_frame_image: small }))).toMatchObject({
    base_resp: { status_code: 2013 },
  });
});

test('a job runs from creation to its file, and one over the limit per minute is refused', async () => {
  const created = await call('/v1/video_generation', job());
  expect(created).toMatchObject({ base_resp: { status_code: 0 } });
  expect(created['task_id']).toMatch(/^\d{15}$/);
  const queried = await call(`/v1/query/video_generation?task_id=${String(created['task_id'])}`);
  expect(queried).toMatchObject({ status: 'Success', base_resp: { status_code: 0 } });
  const { file } = await call(`/v1/files/retrieve?file_id=${String(queried['file_id'])}`);
  const { download_url: address, file_id: fileId } = file as { download_url: string; file_id: number };
  expect(fileId).toBe(Number(queried['file_id']));
  const clip = Buffer.from(await (await fetch(address)).arrayBuffer());
  expect(clip.toString('latin1', 4, 8)).toBe('ftyp');
  for (let more = 0; more < 3; more += 1) await call('/v1/video_generation', job());
  expect(await call('/v1/video_generation', job())).toMatchObject({ base_resp: { status_code: 1002 } });
});

test('a callback must echo its challenge, and then receives every state', async () => {
  const messages: Record<string, unknown>[] = [];
  let answers = true;
  const hear = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const message = JSON.parse(await text(req)) as Record<string, unknown>;
    messages.push(message);
    res.end(JSON.stringify(answers ? message : { challenge: 'another' }));
  };
  const { url, close } = await listen((req, res) => void hear(req, res));
  const own = await startMinimaxEmulator({
    ...options,
    paces: { preparing: 20, queueing: 20, processing: 20 },
  });
  const asked = { method: 'POST', headers: { ...headers(), authorization: `Bearer ${own.apiKey}` } };
  const body = JSON.stringify(job({ callback_url: url }));
  const created = (await (
    await fetch(`${own.url}/v1/video_generation`, { ...asked, body })
  ).json()) as object;
  expect(created).toMatchObject({ base_resp: { status_code: 0 } });
  await expect.poll(() => messages.at(-1)?.['status']).toBe('success');
  expect(messages[0]).toEqual({ challenge: expect.any(String) as string });
  expect(messages.at(-1)).toMatchObject({ task_id: own.jobs[0]?.id, file_id: own.jobs[0]?.fileId });

  answers = false;
  const refused = await (await fetch(`${own.url}/v1/video_generation`, { ...asked, body })).json();
  expect(refused).toMatchObject({ base_resp: { status_code: 2013 } });
  expect(own.jobs).toHaveLength(1);
  await own.close();
  await close();
});

test('unknown jobs and files are reported as missing', async () => {
  expect(await call('/v1/query/video_generation?task_id=1')).toMatchObject({
    base_resp: { status_code: 2013 },
  });
  const answer = await fetch(`${emulator.url}/v2/query/video_generation/1`, { headers: headers() });
  expect(answer.status).toBe(404);
  expect((await fetch(`${emulator.url}/files/1/output.mp4`)).status).toBe(404);
});

test('nothing is answered without the key', async () => {
  const v1 = await fetch(`${emulator.url}/v1/query/video_generation?task_id=1`);
  expect(await v1.json()).toMatchObject({ base_resp: { status_code: 1004 } });
  expect((await fetch(`${emulator.url}/v2/query/video_generation/1`)).status).toBe(401);
});

test('refuses to start in production', async () => {
  await expect(startMinimaxEmulator({ ffmpeg: { path: 'ffmpeg' }, production: true })).rejects.toBeInstanceOf(
    StartError,
  );
});
