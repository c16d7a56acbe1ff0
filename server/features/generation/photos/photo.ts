import path from 'node:path';
import pLimit, { type LimitFunction } from 'p-limit';
import { limits } from '#shared/limits.ts';
import { AppError } from '#server/platform/errors.ts';
import { createProcessPool, LostProcessError } from '#server/platform/child-process/pool.ts';
import { sharedResources } from '#server/platform/concurrency/shared-resources.ts';
import type { PreparedPhoto } from './decode-photo.ts';
import type { DecodeResponse } from './decode-process.ts';
import { milliseconds } from '#shared/durations.ts';

const decoding = sharedResources.photoDecoders;

const decoders = createProcessPool<Uint8Array, DecodeResponse>({
  script: path.join(import.meta.dirname, 'decode-process.ts'),
  // A photo that can't be reduced while it is read can take 320 MB, others 130 MB.
  size: decoding.perProcess,
  // Ten times what the slowest valid photo took on two busy cores.
  deadlineMilliseconds: decoding.milliseconds,
  idleMilliseconds: milliseconds.minute,
});

/** Limits each owner to one photo at a time, so that nobody occupies every decoder. */
const ownerLimits = new Map<string, LimitFunction>();

async function runExclusive<T>(owner: string | undefined, work: () => Promise<T>): Promise<T> {
  if (owner === undefined) return work();
  const limit = ownerLimits.get(owner) ?? pLimit(decoding.perUser);
  ownerLimits.set(owner, limit);
  try {
    return await limit(work);
  } finally {
    if (limit.activeCount + limit.pendingCount === 0 && ownerLimits.get(owner) === limit)
      ownerLimits.delete(owner);
  }
}

async function readAll(input: Buffer | Blob): Promise<Uint8Array> {
  if (Buffer.isBuffer(input)) return input;
  try {
    return new Uint8Array(await input.arrayBuffer());
  } catch (cause) {
    // A Blob's file is deleted when its upload's connection closes.
    throw new AppError('upload_aborted', { cause });
  }
}

async function prepare(input: Buffer | Blob): Promise<PreparedPhoto> {
  const response = await decoders
    .run(() => readAll(input))
    .catch((cause: unknown) => {
      if (cause instanceof LostProcessError) {
        const isOurs = cause.reason === 'not-started';
        throw new AppError(isOurs ? 'service_unavailable' : 'image_broken', { cause });
      }
      throw cause;
    });
  if ('code' in response) throw new AppError(response.code, { cause: new Error(response.detail) });
  const { jpeg, ...rest } = response.photo;
  return { jpeg: Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength), ...rest };
}

/** Starts a decoder in advance for a photo that is being uploaded. */
export function prestartDecoder(): void {
  decoders.warm();
}

/**
 * Validates an upload by its contents, never by its name, and makes a photo of it that is safe to store: fully decoded,
 * turned upright, converted to sRGB on white, centre-cropped to an aspect ratio from 2:5 to 5:2, scaled down to a
 * shorter side of at most 1152 pixels, re-encoded. Nothing of the original file survives but its picture and, if
 * present, the day it was taken. Runs in separate processes: at most two photos at once, one per `owner`, each for 15
 * seconds at most. A Blob is read only when its turn comes.
 *
 * Throws AppError: `file_too_large`; `invalid_file_type` unless it is a still JPEG, PNG or WebP;
 * `image_too_many_pixels`, `image_too_small`; `image_broken` if the decoder finds any fault, times out or crashes;
 * `upload_aborted` if a Blob can't be read to its end.
 */
export async function preparePhoto(input: Buffer | Blob, owner?: string): Promise<PreparedPhoto> {
  const size = Buffer.isBuffer(input) ? input.length : input.size;
  if (size > limits.photo.maxBytes) throw new AppError('file_too_large');
  return runExclusive(owner, () => prepare(input));
}
