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
import type { ByteRange } from '#server/platform/files/byte-range.ts';
import { createId } from '#server/platform/ids.ts';
import {
  isAbsent,
  isPreconditionFailed,
  isUnsatisfiable,
  readWithTimeout,
  spanAndSize,
  throwStorageError,
} from './s3-responses.ts';
import {
  assertKey,
  isKey,
  type OpenedObject,
  type Storage,
  StorageNotFoundError,
  StorageUnavailableError,
  UnsatisfiableRangeError,
} from './types.ts';

export interface S3Options {
  /** Defaults to AWS itself. */
  endpoint?: string | undefined;
  region: string;
  bucket: string;
  /** True for path-style addresses, false for the bucket in the host name. */
  pathStyle: boolean;
  /** Defaults to the credentials of the environment (a role, a service account). */
  credentials?: { accessKeyId: string; secretAccessKey: string } | undefined;
  /** How the store encrypts objects; defaults to the bucket's setting. */
  encryption?: ServerSideEncryption | undefined;
  kmsKeyId?: string | undefined;
}

/** Larger objects are uploaded in parts of this size, two at a time. */
const partBytes = 8 * 1024 * 1024;

/**
 * Milliseconds. A read must be answered within the first. A write may take as long as its connection needs, but not stand
 * still for longer than the second: a part of 8 MB takes 16 s at 4 Mbit/s, and joining parts takes a store some seconds.
 */
const answeredWithin = 4_000;
const stalledAfter = 30_000;

type Patience = { requestTimeout: number } | { socketTimeout: number };

/** Each slow viewer occupies a connection. */
const maxConnections = 512;

function createClient(options: S3Options, patience: Patience): S3Client {
  const agent = { keepAlive: true, maxSockets: maxConnections };
  return new S3Client({
    region: options.region,
    forcePathStyle: options.pathStyle,
    ...(options.endpoint !== undefined && { endpoint: options.endpoint }),
    ...(options.credentials && { credentials: options.credentials }),
    // Stores other than AWS reject a body with a trailing checksum.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: 3,
    requestHandler: {
      connectionTimeout: 3_000,
      ...patience,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
}

/** A storage owned by one installation. */
export interface S3Storage extends Storage {
  /** True if it belongs to the installation with this id, including if it was unclaimed until now. */
  claim(installation: string): Promise<boolean>;
}

/** Holds the owner's id. Not a valid object key, so nothing else lists, reads or removes it. */
const ownerKey = '.memori';

/**
 * Stores objects in a dedicated S3 bucket (API version 2006-03-01). A write is complete or has no effect; large objects
 * are uploaded in parts, which are aborted if one fails. A slow connection only makes writes slow. Throws StorageUnavailableError for any failure of the store.
 */
export function createS3Storage(options: S3Options): S3Storage {
  const client = createClient(options, { requestTimeout: answeredWithin });
  const writer = createClient(options, { socketTimeout: stalledAfter });
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
    writer.send(new PutObjectCommand({ ...at(key), ...encryption, ...condition, Body: bytes }));
  const get = async (key: string, range?: ByteRange): Promise<OpenedObject> => {
    const where = at(key);
    // Not a range that selects nothing, whatever the size: stores answer `bytes=-0` with everything.
    if (range && 'last' in range && range.last === 0) throw new UnsatisfiableRangeError();
    const Range = range && rangeHeader(range);
    const found = await client
      .send(new GetObjectCommand(Range === undefined ? where : { ...where, Range }))
      .catch(notFound);
    return { ...spanAndSize(found), body: readWithTimeout(found.Body as Readable) };
  };
  const removeOne = (Key: string) => client.send(new DeleteObjectCommand({ Bucket, Key }));

  async function* listed(
    Prefix: string,
    { Delimiter, skip }: { Delimiter?: string; skip?: ((name: string) => void) | undefined } = {},
  ): AsyncGenerator<string, void, undefined> {
    const pages = paginateListObjectsV2(
      { client },
      { Bucket, Prefix, ...(Delimiter !== undefined && { Delimiter }) },
    );
    for await (const { Contents = [], CommonPrefixes = [] } of pages) {
      const prefixes = CommonPrefixes.map((each) => each.Prefix?.replace(/\/$/, ''));
      for (const key of [...Contents.map(({ Key }) => Key), ...prefixes])
        if (isKey(key)) yield key;
        else if (key !== undefined && key !== ownerKey) skip?.(key);
    }
  }

  return {
    async putFile(key, filePath) {
      const { size } = await stat(filePath);
      const where = at(key);
      if (size <= partBytes) {
        await using handle = await open(filePath, 'r');
        await put(key, await handle.readFile()).catch(throwStorageError);
      } else {
        const Body = createReadStream(filePath, { highWaterMark: 1024 * 1024 });
        const params = { ...where, ...encryption, Body };
        const upload = new Upload({ client: writer, params, partSize: partBytes, queueSize: 2 });
        await upload
          .done()
          .catch(throwStorageError)
          .finally(() => Body.destroy());
      }
      await rm(filePath, { force: true });
    },
    async putBytes(key, bytes) {
      await put(key, bytes).catch(throwStorageError);
    },
    async create(key, bytes) {
      const putting = put(key, bytes, { IfNoneMatch: '*' });
      try {
        await putting;
        return true;
      } catch (error) {
        return isPreconditionFailed(error) ? false : throwStorageError(error);
      }
    },
    async stat(key) {
      const head = new HeadObjectCommand(at(key));
      try {
        const found = await client.send(head);
        return { bytes: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) };
      } catch (error) {
        return isAbsent(error) ? null : throwStorageError(error);
      }
    },
    async read(key) {
      return (await get(key)).body;
    },
    open: get,
    async fetchToFile(key, filePath) {
      const { body: source } = await get(key);
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
        throwStorageError(error);
      }
    },
    async list(prefix) {
      const { Key } = at(prefix);
      const keys: string[] = [];
      try {
        for await (const key of listed(`${Key}/`, { Delimiter: '/' })) keys.push(key);
        return keys;
      } catch (error) {
        return throwStorageError(error);
      }
    },
    async *keys(skip) {
      try {
        yield* listed('', { skip });
      } catch (error) {
        throwStorageError(error);
      }
    },
    async removeUnfinished(before) {
      try {
        await abortUploads(client, Bucket, before);
      } catch (error) {
        throwStorageError(error);
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
        await writer.send(claiming);
        return true;
      } catch (error) {
        if (!isPreconditionFailed(error)) throwStorageError(error);
      }
      const { Body } = await client.send(new GetObjectCommand(owner)).catch(throwStorageError);
      return (await Body?.transformToString()) === installation;
    },
    async check() {
      const key = `check-${createId()}`;
      await this.putBytes(key, new Uint8Array([1]));
      await removeOne(key).catch(throwStorageError);
    },
  };
}

const rangeHeader = (range: ByteRange): string =>
  'last' in range ? `bytes=-${range.last}` : `bytes=${range.start}-${range.end ?? ''}`;

function notFound(error: unknown): never {
  if (isUnsatisfiable(error)) throw new UnsatisfiableRangeError('', { cause: error });
  if (isAbsent(error)) throw new StorageNotFoundError('no such object', { cause: error });
  return throwStorageError(error);
}

/** Aborts multipart uploads started before a time and never finished: their parts are invisible but take up space. */
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
