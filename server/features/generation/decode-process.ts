// A process that decodes photos for `preparePhoto`, one at a time, until it is killed or its parent exits.
import type { ErrorCode } from '../../../shared/errors.ts';
import { AppError } from '../../platform/errors.ts';
import { decodePhoto, type PreparedPhoto } from './decode-photo.ts';

/** A photo, the reason it was rejected, or an internal error. */
export type DecodeAnswer = { photo: PreparedPhoto } | { code: ErrorCode; detail: string } | { fault: string };

async function answer(input: Uint8Array): Promise<DecodeAnswer> {
  try {
    return { photo: await decodePhoto(Buffer.from(input.buffer, input.byteOffset, input.byteLength)) };
  } catch (error) {
    if (!(error instanceof AppError)) return { fault: (error as Error).stack ?? String(error) };
    return { code: error.code, detail: error.cause instanceof Error ? error.cause.message : '' };
  }
}

async function reply(input: Uint8Array): Promise<void> {
  process.send?.(await answer(input));
}

process.on('message', (input: Uint8Array) => void reply(input));
process.on('disconnect', () => process.exit());
