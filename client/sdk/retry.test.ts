import { openAsBlob } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createMemori, isTypedCallError } from './memori.ts';

type Answer = (res: ServerResponse) => void;

const json =
  (status: number, body: object, headers: Record<string, string> = {}): Answer =>
  (res) => {
    res.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
  };
const failed = (status: number, code: string, headers?: Record<string, string>) =>
  json(status, { error: `It is ${code}`, code }, headers);
const cutOff: Answer = (res) => void res.socket?.destroy();
const accepted = json(202, { taskId: 'abc', status: 'Queued' });

/** Answers as scripted, the way a server and the network in front of it might on a bad day. */
let answers: Answer[] = [];
let asked: IncomingMessage[] = [];
let bodies: string[] = [];
async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
  asked.push(req);
  bodies.push(await text(req));
  (answers.shift() ?? accepted)(res);
}
const server = createServer((req, res) => void answer(req, res));
let baseUrl: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
beforeEach(() => {
  answers = [];
  asked = [];
  bodies = [];
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

const client = () => createMemori({ baseUrl, token: 'mem_test_x', firstPause: 1 });
const photo = new Blob(['a photo']);

test.each([{ progress: false }, { progress: true }])(
  'a file that was changed or deleted before it was sent is no lost connection (progress: $progress)',
  async ({ progress }) => {
    for (const spoil of [rm, (path: string) => writeFile(path, 'something else')]) {
      const path = join(await mkdtemp(join(tmpdir(), 'memori-sdk-')), 'nonna.jpg');
      await writeFile(path, 'a photo');
      const image = await openAsBlob(path);
      await spoil(path);
      const options = progress ? { onUpload: () => undefined } : {};
      await expect(client().videos.generate(image, options)).rejects.toMatchObject({
        name: 'MemoriError',
        code: 'file_unreadable',
        message: 'A file was moved, changed or deleted',
      });
      expect(asked).toEqual([]);
      await rm(dirname(path), { recursive: true });
    }
  },
);

test('a call is retried with the same idempotency key until it is answered', async () => {
  answers = [
    cutOff,
    failed(503, 'service_unavailable', { 'retry-after': '0' }),
    failed(409, 'idempotency_in_progress'),
  ];
  const seen: number[] = [];
  await client().videos.generate(photo, { onUpload: (share) => seen.push(share) });
  const keys = asked.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(4);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
  expect(asked[3]?.headers.authorization).toBe('Bearer mem_test_x');
  expect(seen.at(-1)).toBe(1);
});

test('another call has another key, or the one given by the caller', async () => {
  await client().videos.generate(photo);
  await client().videos.generate(photo);
  await client().videos.generate(photo, { idempotencyKey: 'order-7' });
  const [one, other, own] = asked.map(({ headers }) => headers['idempotency-key']);
  expect(one).not.toBe(other);
  expect(own).toBe('order-7');
});

test('typed calls are retried as well', async () => {
  answers = [failed(502, 'x'), json(200, { result: { data: { credits: 7 } } })];
  expect(await client().trpc.credits.balance.query()).toEqual({ credits: 7 });
});

test('errors of typed calls carry the error code', async () => {
  const data = { code: 'NOT_FOUND', httpStatus: 404, errorCode: 'task_not_found' };
  answers = [json(404, { error: { message: 'Video not found', code: -32004, data } })];
  const error: unknown = await client()
    .trpc.video.task.query({ taskId: 'abc' })
    .catch((reason: unknown) => reason);
  expect(isTypedCallError(error) && error.data?.errorCode).toBe('task_not_found');
  expect(isTypedCallError(new Error('another'))).toBe(false);
});

test.each([
  [400, 'prompt_too_long'],
  [402, 'insufficient_credits'],
  [409, 'task_begun'],
  [422, 'image_too_small'],
])('%i is final, and reported with its code', async (status, code) => {
  answers = [failed(status, code, { 'x-request-id': 'req-1' })];
  const error = await client()
    .videos.generate(photo)
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({
    name: 'MemoriError',
    status,
    code,
    requestId: 'req-1',
    message: `It is ${code}`,
  });
  expect(asked).toHaveLength(1);
});

test('a long retry delay is reported instead of waited for', async () => {
  answers = [failed(429, 'too_many_requests', { 'retry-after': '3600' })];
  await expect(client().videos.generate(photo)).rejects.toMatchObject({
    code: 'too_many_requests',
    retryAfterSeconds: 3600,
  });
});

test('an unexpected or missing answer is reported after the last try', async () => {
  answers = Array.from({ length: 5 }, () => (res: ServerResponse) => void res.writeHead(504).end('<html>'));
  await expect(client().videos.wait('abc')).rejects.toMatchObject({ code: 'unexpected_answer', status: 504 });
  expect(asked).toHaveLength(5);
  answers = Array.from({ length: 5 }, () => cutOff);
  await expect(client().videos.wait('abc')).rejects.toMatchObject({ code: 'unreachable' });
});

test('a signal ends a pause with its own reason', async () => {
  const stop = new AbortController();
  answers = [
    (res) => {
      failed(503, 'service_unavailable', { 'retry-after': '50' })(res);
      stop.abort(new Error('Enough'));
    },
  ];
  await expect(client().videos.generate(photo, { signal: stop.signal })).rejects.toThrow('Enough');
});

test('for a remote photo only its address is sent', async () => {
  const address = new URL('https://photos.example/nonna.jpg');
  await client().videos.generate(address, { restore: true, motion: 'rise', filename: 'left-out.jpg' });
  expect(asked[0]?.headers['content-type']).toBe('application/json');
  expect(bodies).toEqual(['{"restore":true,"motion":"rise","imageUrl":"https://photos.example/nonna.jpg"}']);
});

test('a task accepted after an abort is canceled', async () => {
  const stop = new AbortController();
  answers = [
    (res) => {
      stop.abort(new Error('Enough'));
      accepted(res);
    },
    json(200, { taskId: 'abc', status: 'Cancelled', credits: 3 }),
  ];
  await expect(client().animate(photo, { signal: stop.signal })).rejects.toThrow('Enough');
  expect(asked.map(({ url }) => url)).toEqual(['/api/video/generate', '/api/video/tasks/abc/cancel']);
});

test('a wait that returns early is repeated', async () => {
  answers = [
    json(200, { taskId: 'abc', status: 'Processing', progress: 10 }),
    json(200, { taskId: 'abc', status: 'Success', progress: 100 }),
  ];
  expect(await client().videos.wait('abc')).toMatchObject({ status: 'Success' });
  expect(asked.map(({ headers }) => headers.prefer)).toEqual(['wait=25', 'wait=25']);
});
