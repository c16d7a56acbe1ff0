import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  paginateListObjectsV2,
  PutObjectCommand,
  S3Client,
  type ServerSideEncryption,
} from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import pLimit from 'p-limit';
import { createId } from '../../platform/ids.ts';
import { isAbsent, isTaken, readPatiently, wrapped } from './s3-answers.ts';
import { assertKey, isKey, type Storage, StorageNotFoundError, StorageUnavailableError } from './types.ts';

export interface S3Options {
  /** Without it: AWS itself. */
  endpoint?: string | undefined;
  region: string;
  bucket: string;
  /** True where the bucket is named in the path of an address, false where in its host. */
  pathStyle: boolean;
  /** Without it: what this machine is given by its surroundings (a role, a service account). */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** How the store encrypts what it keeps; without it as the bucket says. */
  encryption?: ServerSideEncryption | undefined;
  kmsKeyId?: string | undefined;
}

/** What is larger goes there in parts of this size, two at once. */
const partBytes = 8 * 1024 * 1024;

/** How long an answer to a question may take to begin, and to a part that is sent, in milliseconds. */
const answerWithin = 4_000;
const partSentWithin = 60_000;

/** Viewers who watch slowly hold a connection each. */
const mostConnections = 512;

function createClient(options: S3Options): S3Client {
  const agent = { keepAlive: true, maxSockets: mostConnections };
  return new S3Client({
    region: options.region,
    forcePathStyle: options.pathStyle,
    ...(options.endpoint !== undefined && { endpoint: options.endpoint }),
    ...(options.credentials && { credentials: options.credentials }),
    // Stores beside AWS refuse a body whose checksum follows it.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 3_000,
      requestTimeout: answerWithin,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

/** A storage that belongs to one Memori. */
export interface S3Storage extends Storage {
  /** True if it belongs to the Memori that is called `installation`, or now does, as it was nobody's. */
  claim(installation: string): Promise<boolean>;
}

/** Names the owner. No key of an object can be so: nothing lists, reads or removes it but us. */
const ownerKey = '.memori';

/**
 * Objects in a bucket of its own of an S3 (API version 2006-03-01). A write is whole or not at all; what is large is sent in
 * parts, which are taken back where one fails. Throws StorageUnavailableError for whatever goes wrong with the store.
 */
export function createS3Storage(options: S3Options): S3Storage {
  const client = createClient(options);
  const { bucket: Bucket } = options;
  const encryption = {
    ...(options.encryption && { ServerSideEncryption: options.encryption }),
    ...(options.kmsKeyId !== undefined && { SSEKMSKeyId: options.kmsKeyId }),
  };
  const at = (key: string) => {
    assertKey(key);
    return { Bucket, Key: key };
  };
  const put = (key: string, bytes: Uint8Array, condition: { IfNoneMatch?: '*' } = {}) =>
    client.send(new PutObjectCommand({ ...at(key), ...encryption, ...condition, Body: bytes }), {
      requestTimeout: partSentWithin,
    });
  const get = async (key: string, range?: { start: number; end: number }): Promise<Readable> => {
    const Range = range && `bytes=${range.start}-${range.end}`;
    const { Body } = await client
      .send(new GetObjectCommand({ ...at(key), ...(Range && { Range }) }))
      .catch(notFound);
    return readPatiently(Body as Readable);
  };
  const removeOne = (Key: string) => client.send(new DeleteObjectCommand({ Bucket, Key }));

  async function* listed(Prefix: string, Delimiter?: string): AsyncGenerator<string, void, undefined> {
    const pages = paginateListObjectsV2(
      { client },
      { Bucket, Prefix, ...(Delimiter !== undefined && { Delimiter }) },
    );
    for await (const { Contents = [], CommonPrefixes = [] } of pages) {
      const prefixes = CommonPrefixes.map((each) => each.Prefix?.replace(/\/$/, ''));
      for (const key of [...Contents.map(({ Key }) => Key), ...prefixes]) if (isKey(key)) yield key;
    }
  }

  return {
    async putFile(key, filePath) {
      const { size } = await stat(filePath);
      const where = at(key);
      if (size <= partBytes) {
        await using handle = await open(filePath, 'r');
        await put(key, await handle.readFile()).catch(wrapped);
      } else {
        const Body = createReadStream(filePath, { highWaterMark: 1024 * 1024 });
        const params = { ...where, ...encryption, Body };
        const upload = new Upload({ client, params, partSize: partBytes, queueSize: 2 });
        await upload
          .done()
          .catch(wrapped)
          .finally(() => Body.destroy());
      }
      await rm(filePath, { force: true });
    },
    async putBytes(key, bytes) {
      await put(key, bytes).catch(wrapped);
    },
    async create(key, bytes) {
      const putting = put(key, bytes, { IfNoneMatch: '*' });
      try {
        await putting;
        return true;
      } catch (error) {
        return isTaken(error) ? false : wrapped(error);
      }
    },
    async stat(key) {
      const head = new HeadObjectCommand(at(key));
      try {
        const found = await client.send(head);
        return { bytes: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) };
      } catch (error) {
        return isAbsent(error) ? null : wrapped(error);
      }
    },
    read: get,
    async fetchToFile(key, filePath) {
      const source = await get(key);
      try {
        await pipeline(source, createWriteStream(filePath, { flags: 'wx', mode: 0o600 }));
      } catch (error) {
        if (error instanceof StorageUnavailableError) await rm(filePath, { force: true });
        throw error;
      }
    },
    async remove(prefix) {
      const { Key } = at(prefix);
      const turn = pLimit(8);
      const keys = [Key];
      try {
        for await (const key of listed(`${Key}/`)) keys.push(key);
        await Promise.all(keys.map((key) => turn(() => removeOne(key))));
      } catch (error) {
        wrapped(error);
      }
    },
    async list(prefix) {
      const { Key } = at(prefix);
      const keys: string[] = [];
      try {
        for await (const key of listed(`${Key}/`, '/')) keys.push(key);
        return keys;
      } catch (error) {
        return wrapped(error);
      }
    },
    async *keys() {
      try {
        yield* listed('');
      } catch (error) {
        wrapped(error);
      }
    },
    async removeUnfinished(before) {
      try {
        await abortUploads(client, Bucket, before);
      } catch (error) {
        wrapped(error);
      }
    },
    async claim(installation) {
      const owner = { Bucket, Key: ownerKey };
      const claiming = new PutObjectCommand({
        ...owner,
        ...encryption,
        Body: installation,
        IfNoneMatch: '*',
      });
      try {
        await client.send(claiming);
        return true;
      } catch (error) {
        if (!isTaken(error)) wrapped(error);
      }
      const { Body } = await client.send(new GetObjectCommand(owner)).catch(wrapped);
      return (await Body?.transformToString()) === installation;
    },
    async check() {
      const key = `check-${createId()}`;
      await this.putBytes(key, new Uint8Array([1]));
      await removeOne(key).catch(wrapped);
    },
  };
}

function notFound(error: unknown): never {
  if (isAbsent(error)) throw new StorageNotFoundError('no such object', { cause: error });
  return wrapped(error);
}

/** Takes back uploads in parts that began before a time and never ended: their parts cost room, and nobody sees them. */
async function abortUploads(client: S3Client, Bucket: string, before: Date): Promise<void> {
  for (let marker: { KeyMarker?: string; UploadIdMarker?: string } | null = {}; marker; ) {
    const page: Awaited<ReturnType<typeof listUploads>> = await listUploads(client, { Bucket, ...marker });
    for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
      if (!Initiated || Initiated >= before) continue;
      await client.send(new AbortMultipartUploadCommand({ Bucket, Key, UploadId }));
    }
    const { NextKeyMarker: KeyMarker, NextUploadIdMarker: UploadIdMarker } = page;
    marker = page.IsTruncated && KeyMarker && UploadIdMarker ? { KeyMarker, UploadIdMarker } : null;
  }
}

const listUploads = (
  client: S3Client,
  input: { Bucket: string; KeyMarker?: string; UploadIdMarker?: string },
) => client.send(new ListMultipartUploadsCommand(input));
