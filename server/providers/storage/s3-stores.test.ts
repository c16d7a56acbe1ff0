import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { openStorage } from '#server/composition/storage.ts';
import { readEnv } from '#server/config/env.ts';
import { createS3Storage } from './s3.ts';

let folder: string;
let server: Server | undefined;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'memori-s3-stores-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));
afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

type Answer = { status?: number; body?: string; headers?: Record<string, string> };

/** A store that answers as it is told. Resolves with its address. */
async function storeThat(answer: (req: IncomingMessage) => Answer | Promise<Answer>): Promise<string> {
  async function respond(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const { status = 200, body = '', headers = {} } = await answer(req);
    req.resume();
    res.writeHead(status, { 'content-type': 'application/xml', ...headers }).end(body);
  }
  server = createServer((req, res) => void respond(req, res));
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const failure = (code: string) =>
  `<Error><Code>${code}</Code><Message>A header you provided</Message></Error>`;
const emptyList = '<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>';
const settings = (endpoint: string, more: Record<string, string> = {}) =>
  readEnv({
    STORAGE: 's3',
    S3_BUCKET: 'memori',
    S3_ENDPOINT: endpoint,
    S3_ACCESS_KEY_ID: 'AKIA',
    S3_SECRET_ACCESS_KEY: 'hush-hush-hush',
    ...more,
  });

/** A store that doesn't know requests with this header. */
const storeWithout = (header: string) =>
  storeThat(({ method, headers }) => {
    if (headers[header] !== undefined) return { status: 501, body: failure('NotImplemented') };
    if (method === 'HEAD') return { status: 404 };
    return method === 'GET' ? { body: emptyList } : {};
  });

test('a store without conditional writes is reported at startup', async () => {
  const endpoint = await storeWithout('if-none-match');
  await expect(openStorage(settings(endpoint))).rejects.toThrow(
    /^Files can't be kept in S3: the store that S3_ENDPOINT names does not know conditional writes \(If-None-Match\)\.$/,
  );
});

test('a store without encryption is told apart from it', async () => {
  const endpoint = await storeWithout('x-amz-server-side-encryption');
  await expect(openStorage(settings(endpoint, { S3_ENCRYPTION: 'AES256' }))).rejects.toThrow(
    /^Files can't be kept in S3: S3_ENCRYPTION asks for what the store does not do /,
  );
});

/** Takes a body at 1.5 MB/s, as on a home line. */
async function takeSlowly(req: IncomingMessage): Promise<number> {
  let bytes = 0;
  let owed = 0;
  for await (const chunk of req as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    owed += chunk.length;
    if (owed < 150_000) continue;
    owed = 0;
    await delay(100);
  }
  return bytes;
}

test('a slow line, and a store that takes its time to join parts, only make an upload slow', async () => {
  const parts: number[] = [];
  const endpoint = await storeThat(async (req) => {
    const url = String(req.url);
    if (url.includes('?uploads'))
      return {
        body: '<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>',
      };
    if (req.method === 'PUT') {
      parts.push(await takeSlowly(req));
      return { headers: { etag: '"part"' } };
    }
    // Longer than any read may take.
    await delay(5_000);
    return { body: '<CompleteMultipartUploadResult><Key>film.mp4</Key></CompleteMultipartUploadResult>' };
  });
  const storage = createS3Storage({
    endpoint,
    region: 'us-east-1',
    bucket: 'memori',
    pathStyle: true,
    credentials: { accessKeyId: 'AKIA', secretAccessKey: 'hush-hush-hush' },
  });
  const source = path.join(folder, 'film');
  const mega = 1024 * 1024;
  await writeFile(source, Buffer.alloc(20 * mega, 7));
  await storage.putFile('film.mp4', source);
  // Each part was sent once.
  expect(parts.toSorted((one, other) => one - other)).toEqual([4 * mega, 8 * mega, 8 * mega]);
});
