import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { AppError } from '#server/platform/errors.ts';
import {
  type Storage,
  StorageNotFoundError,
  UnsatisfiableRangeError,
} from '#server/providers/storage/types.ts';
import type { StoredFile } from '#server/rpc/file-response.ts';
import { sendByteRanges } from './byte-ranges.ts';
import { etagOf } from '#server/platform/etag.ts';

/**
 * Sends a stored object with byte ranges, HEAD and conditional requests (RFC 9110). The ETag is derived from the
 * storage key, whose object is immutable: another rendition has another ETag. Caches must revalidate each time, because
 * the user's entitlement can change. Calls the storage once, for 304 never and for 416 twice. Throws AppError `not_found`
 * if the object is gone.
 */
export async function sendMedia(
  storage: Storage,
  req: Request,
  res: Response,
  file: Omit<StoredFile, 'kind'>,
): Promise<void> {
  const { storageKey, contentType, filename, disposition, embeddable } = file;
  await sendByteRanges(req, res, {
    etag: etagOf(storageKey),
    headers: {
      'Cache-Control': 'private, no-cache',
      'X-Robots-Tag': 'noindex',
      'Content-Type': contentType,
      'Content-Disposition': contentDisposition(filename, { type: disposition }),
      // Opened directly, a media file can't run scripts or load anything.
      'Content-Security-Policy':
        "default-src 'none'; media-src 'self'; img-src 'self'; style-src 'unsafe-inline'; " +
        "base-uri 'none'; frame-ancestors 'none'; sandbox",
      'X-Content-Type-Options': 'nosniff',
      'Cross-Origin-Resource-Policy': embeddable ? 'cross-origin' : 'same-origin',
    },
    async size() {
      const found = await storage.stat(storageKey);
      if (!found) throw new AppError('not_found');
      return found.bytes;
    },
    open: (range) =>
      storage.open(storageKey, range).catch((error: unknown) => {
        if (error instanceof UnsatisfiableRangeError) return null;
        if (error instanceof StorageNotFoundError) throw new AppError('not_found');
        throw error;
      }),
  });
}
