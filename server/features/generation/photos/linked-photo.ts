import { openAsBlob } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { limits } from '#shared/limits.ts';
import { AppError } from '#server/platform/errors.ts';
import { HttpError } from '#server/platform/network/http-request.ts';
import { parseOutboundAddress } from '#server/platform/network/outbound-address.ts';
import { downloadFrom } from '#server/platform/network/safe-fetch.ts';
import { uploadFilename } from '#server/platform/files/stale-uploads.ts';
import { milliseconds } from '#shared/durations.ts';

export interface LinkDeps {
  uploadDir: string;
  env: { localDevelopment: boolean };
}

const downloadLimits = {
  maxBytes: limits.photo.maxBytes,
  idleMilliseconds: 10_000,
  totalMilliseconds: milliseconds.minute,
};

/**
 * Passes a photo's bytes to `judge`: those of the upload, or those downloaded from an address into a temporary copy.
 * Allows public https addresses only, in local development also those of this machine; does not follow redirects.
 *
 * Throws what `judge` throws, and AppError `invalid_image_url`, `file_too_large`, `image_unreachable` (for any other
 * failure, so that callers can't probe our network) or `upload_aborted` once `signal` is aborted.
 */
export async function withPhoto<T>(
  { uploadDir, env }: LinkDeps,
  photo: Blob | string,
  signal: AbortSignal | undefined,
  judge: (photo: Blob) => Promise<T>,
): Promise<T> {
  if (photo instanceof Blob) return judge(photo);
  const address = parseOutboundAddress(photo, env);
  if (!address) throw new AppError('invalid_image_url');
  const file = path.join(uploadDir, uploadFilename());
  try {
    await downloadFrom(address, file, downloadLimits, signal ?? new AbortController().signal);
    return await judge(await openAsBlob(file));
  } catch (error) {
    if (signal?.aborted) throw new AppError('upload_aborted', { cause: error });
    if (!(error instanceof HttpError)) throw error;
    throw new AppError(error.reason === 'too-large' ? 'file_too_large' : 'image_unreachable', {
      cause: error,
    });
  } finally {
    await rm(file, { force: true });
  }
}
