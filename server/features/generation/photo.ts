import path from 'node:path';
import pLimit, { type LimitFunction } from 'p-limit';
import { limits } from '../../../shared/limits.ts';
import { AppError } from '../../platform/errors.ts';
import { createProcessPool, LostProcessError } from '../../platform/process-pool.ts';
import type { PreparedPhoto } from './decode-photo.ts';
import type { DecodeAnswer } from './decode-process.ts';

const decoders = createProcessPool<Uint8Array, DecodeAnswer>({
  script: path.join(import.meta.dirname, 'decode-process.ts'),
  // One photo of 40 megapixels can take 150 MB while it is decoded.
  size: 2,
  // Ten times what the slowest good photo took on two busy cores.
  deadlineMilliseconds: 15_000,
  idleMilliseconds: 60_000,
});

/** Whose photos are being judged or wait for it: one at a time of each, so that nobody holds every decoder. */
const turns = new Map<string, LimitFunction>();

async function inTurn<T>(owner: string | undefined, work: () => Promise<T>): Promise<T> {
  if (owner === undefined) return work();
  const turn = turns.get(owner) ?? pLimit(1);
  turns.set(owner, turn);
  try {
    return await turn(work);
  } finally {
    if (turn.activeCount + turn.pendingCount === 0 && turns.get(owner) === turn) turns.delete(owner);
  }
}

async function readAll(input: Buffer | Blob): Promise<Uint8Array> {
  if (Buffer.isBuffer(input)) return input;
  try {
    return new Uint8Array(await input.arrayBuffer());
  } catch (cause) {
    // A file behind a Blob goes when its upload's connection goes.
    throw new AppError('upload_aborted', { cause });
  }
}

async function prepare(input: Buffer | Blob): Promise<PreparedPhoto> {
  const answer = await decoders
    .run(() => readAll(input))
    .catch((cause: unknown) => {
      if (cause instanceof LostProcessError) throw new AppError('image_broken', { cause });
      throw cause;
    });
  if ('fault' in answer) throw new Error(`decoding failed: ${answer.fault}`);
  if ('code' in answer) throw new AppError(answer.code, { cause: new Error(answer.detail) });
  const { jpeg, ...rest } = answer.photo;
  return { jpeg: Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength), ...rest };
}

/** Has a decoder ready for a photo that is on its way. */
export function expectPhoto(): void {
  decoders.warm();
}

/**
 * Judges an upload by what it holds, never by its name, and makes of it a photo that is safe to keep: decoded whole,
 * turned upright, converted to sRGB on white, centre-cropped to an aspect from 2:5 to 5:2, scaled down to a shorter
 * side of at most 1152, re-encoded. Nothing of the original file survives but its picture and, where it tells, the day
 * on which it was taken. It is done in processes of their own: at most two photos at once, one of each `owner`, each for
 * 15 seconds at most. A Blob is read when its turn has come.
 *
 * Throws AppError: `file_too_large`; `invalid_file_type` for all but still JPEG, PNG and WebP;
 * `image_too_many_pixels`, `image_too_small`; `image_broken` if the decoder finds the least fault, takes too long or
 * does not survive it; `upload_aborted` if a Blob can't be read to its end.
 */
export async function preparePhoto(input: Buffer | Blob, owner?: string): Promise<PreparedPhoto> {
  const size = Buffer.isBuffer(input) ? input.length : input.size;
  if (size > limits.photo.maxBytes) throw new AppError('file_too_large');
  return inTurn(owner, () => prepare(input));
}
