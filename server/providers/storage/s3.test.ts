import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import {
  CreateMultipartUploadCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  S3Client,
  UploadPartCommand,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  hasObjectStore,
  type ObjectStore,
  startObjectStore,
  type StoreSettings,
} from '#tests/support/object-store.ts';
import { describeStorage } from '#tests/support/storage-contract.ts';
import { openStorage } from '#server/composition/storage.ts';
import { readEnv } from '#server/config/env.ts';
import { StorageUnavailableError } from './types.ts';

const openAt = (settings: Record<string, string>) => openStorage(readEnv(settings));

const clientOf = ({ S3_ENDPOINT, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }: StoreSettings) =>
  new S3Client({
    endpoint: S3_ENDPOINT,
    region: 'us-east-1',
    forcePathStyle: true,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
  });

async function unfinishedUploads(settings: StoreSettings): Promise<(string | undefined)[]> {
  const client = clientOf(settings);
  const { Uploads } = await client.send(new ListMultipartUploadsCommand({ Bucket: settings.S3_BUCKET }));
  client.destroy();
  return (Uploads ?? []).map(({ Key }) => Key);
}

test('an unreachable store is reported at startup, with the reason', async () => {
  const settings = {
    STORAGE: 's3',
    S3_BUCKET: 'memori',
    S3_ENDPOINT: 'http://127.0.0.1:9',
    S3_ACCESS_KEY_ID: 'AKIA',
    S3_SECRET_ACCESS_KEY: 'hush-hush-hush',
  };
  const failure: unknown = await openAt(settings).catch((error: unknown) => error);
  expect(String(failure)).toMatch(
    /^StartError: Files can't be kept in S3: the store that S3_ENDPOINT names can’t be used \(.*ECONNREFUSED.*\)\.$/,
  );
  expect(JSON.stringify(failure) + String((failure as Error).stack)).not.toContain('hush-hush-hush');
});

describe.skipIf(!hasObjectStore)('with Ceph', () => {
  let store: ObjectStore;
  let settings: StoreSettings;
  let folder: string;
  beforeAll(async () => {
    store = await startObjectStore();
    settings = await store.createBucket();
    folder = await mkdtemp(path.join(tmpdir(), 'memori-s3-'));
  });
  afterAll(async () => {
    await store?.[Symbol.asyncDispose]();
    await rm(folder, { recursive: true, force: true });
  });

  describe('storage contract', () => {
    describeStorage(async () => openAt(await store.createBucket()));
  });

  test.each<[wrong: Record<string, string>, words: RegExp]>([
    [{ S3_SECRET_ACCESS_KEY: 'another-secret' }, /S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is wrong/],
    [{ S3_ACCESS_KEY_ID: 'NOBODY' }, /S3_ACCESS_KEY_ID or S3_SECRET_ACCESS_KEY is wrong/],
    [{ S3_BUCKET: 'not-there' }, /S3_BUCKET names no bucket there/],
  ])('%j is reported at startup', async (wrong, words) => {
    await expect(openAt({ ...settings, ...wrong })).rejects.toThrow(words);
    await expect(openAt({ ...settings, ...wrong })).rejects.toMatchObject({ name: 'StartError' });
  });

  test('a bucket belongs to one Memori: one of eight concurrent claims succeeds, and keeps it', async () => {
    const own = await store.createBucket();
    const claims = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map(async (name) =>
      openStorage(readEnv(own), async () => name).then(
        () => name,
        (error: unknown) => String(error),
      ),
    );
    const outcomes = await Promise.all(claims);
    const [owner = '', ...others] = outcomes.toSorted((one, other) => one.length - other.length);
    expect(owner).toMatch(/^[a-h]$/);
    expect(new Set(others)).toEqual(
      new Set([
        `StartError: Files can't be kept in S3: the bucket ${own.S3_BUCKET} belongs to another Memori (see "Files in S3" in docs/runbook.md).`,
      ]),
    );
    const again = await openStorage(readEnv(own), async () => owner);
    const keys: string[] = [];
    for await (const key of again.keys()) keys.push(key);
    expect(keys).toEqual([]);
  });

  test('a multipart upload with a failed part leaves neither an object nor parts', async () => {
    const refusing = createServer((req, res) => {
      if (String(req.url).includes('partNumber=3')) return void res.writeHead(500).end();
      const { method, headers } = req;
      const passing = request(settings.S3_ENDPOINT + String(req.url), { method, headers }, (answer) => {
        res.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(res);
      });
      req.pipe(passing);
    });
    await once(refusing.listen(0, '127.0.0.1'), 'listening');
    const { port } = refusing.address() as AddressInfo;
    const storage = await openAt({ ...settings, S3_ENDPOINT: `http://127.0.0.1:${port}` });
    const source = path.join(folder, 'breaks-off');
    await writeFile(source, Buffer.alloc(30 * 1024 * 1024, 7));
    await expect(storage.putFile('breaks-off.mp4', source)).rejects.toThrow(StorageUnavailableError);
    expect(await storage.stat('breaks-off.mp4')).toBeNull();
    expect(await unfinishedUploads(settings)).toEqual([]);
    // A retry finds the file where it was.
    await (await openAt(settings)).putFile('breaks-off.mp4', source);
    refusing.closeAllConnections();
    refusing.close();
  });

  test('removes parts of dead writers, and keeps those being written', async () => {
    const storage = await openAt(settings);
    const client = clientOf(settings);
    const target = { Bucket: settings.S3_BUCKET, Key: 'died.mp4' };
    const { UploadId } = await client.send(new CreateMultipartUploadCommand(target));
    await client.send(new UploadPartCommand({ ...target, UploadId, PartNumber: 1, Body: Buffer.alloc(9) }));
    await storage.removeUnfinished(new Date(Date.now() - 60_000));
    expect(await unfinishedUploads(settings)).toEqual(['died.mp4']);
    await storage.removeUnfinished(new Date(Date.now() + 60_000));
    expect(await unfinishedUploads(settings)).toEqual([]);
    client.destroy();
  });

  test('encrypts objects if configured', async () => {
    const encrypted = { ...settings, S3_ENCRYPTION: 'aws:kms', S3_KMS_KEY_ID: 'memori' };
    const storage = await openAt(encrypted);
    const source = path.join(folder, 'encrypted');
    await writeFile(source, Buffer.alloc(10 * 1024 * 1024, 7));
    await storage.putFile('encrypted/large', source);
    await storage.putBytes('encrypted/small', new Uint8Array([1, 2]));
    const client = clientOf(settings);
    for (const Key of ['encrypted/large', 'encrypted/small']) {
      const found = await client.send(new HeadObjectCommand({ Bucket: settings.S3_BUCKET, Key }));
      expect(found.ServerSideEncryption).toBe('aws:kms');
    }
    expect(await buffer(await storage.read('encrypted/small'))).toEqual(Buffer.from([1, 2]));
    client.destroy();
  });

  test('a store that is unavailable or does not answer is a retryable error', async () => {
    const storage = await openAt(settings);
    await storage.putBytes('stays', new Uint8Array(40_000_000));
    const reading = await storage.read('stays');
    const chunks = reading[Symbol.asyncIterator]();
    await chunks.next();
    await store.leave();
    const drained = async () => {
      while (!(await chunks.next()).done);
    };
    await expect(drained()).rejects.toThrow(StorageUnavailableError);
    await expect(storage.stat('stays')).rejects.toThrow(StorageUnavailableError);
    await expect(storage.read('stays')).rejects.toThrow(StorageUnavailableError);
    await expect(storage.list('stays')).rejects.toThrow(StorageUnavailableError);
    await expect(storage.check()).rejects.toThrow(StorageUnavailableError);
    await store.comeBack();
    expect(await storage.stat('stays')).toMatchObject({ bytes: 40_000_000 });
    store.freeze();
    await expect(storage.stat('stays')).rejects.toThrow(StorageUnavailableError);
    await store.comeBack();
    expect(await storage.stat('stays')).toMatchObject({ bytes: 40_000_000 });
  });
});
