// A process that decodes photos for `preparePhoto`, one at a time, until it is killed or its parent exits.
import type { ErrorCode } from '#shared/errors.ts';
import { servePool } from '#server/platform/child-process/serve.ts';
import { AppError } from '#server/platform/errors.ts';
import { decodePhoto, type PreparedPhoto } from './decode-photo.ts';

/** A photo, or the reason why it was rejected. */
export type DecodeResponse = { photo: PreparedPhoto } | { code: ErrorCode; detail: string };

servePool(async (input: Uint8Array): Promise<DecodeResponse> => {
  try {
    return { photo: await decodePhoto(Buffer.from(input.buffer, input.byteOffset, input.byteLength)) };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return { code: error.code, detail: error.cause instanceof Error ? error.cause.message : '' };
  }
});
