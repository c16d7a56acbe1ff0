import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import { AppError } from '../../platform/errors.ts';
import type { Storage } from '../../providers/storage/types.ts';
import { sendByteRanges } from './byte-ranges.ts';
import { etagOf } from '../responses/etag.ts';

export interface MediaFile {
  storageKey: string;
  contentType: string;
  filename: string;
  /** True if pages of other sites may embed it. */
  embeddable?: boolean;
}

/**
 * Sends a stored object with byte ranges, HEAD and conditional requests (RFC 9110). The ETag is derived from the
 * storage key, whose object is immutable: another rendition has another ETag. Caches must revalidate each time, because
 * the user's entitlement can change. Throws AppError `not_found` if the object is gone.
 */
export async function sendMedia(
  storage: Storage,
  req: Request,
  res: Response,
  file: MediaFile,
  disposition: 'inline' | 'attachment',
): Promise<void> {
  const found = await storage.stat(file.storageKey);
  if (!found) throw new AppError('not_found');
  res.set({
    'Cache-Control': 'private, no-cache',
    'X-Robots-Tag': 'noindex',
    'Content-Type': file.contentType,
    'Content-Disposition': contentDisposition(file.filename, { type: disposition }),
    // Opened directly, a media file can't run scripts or load anything.
    'Content-Security-Policy':
      "default-src 'none'; media-src 'self'; img-src 'self'; style-src 'unsafe-inline'; " +
      "base-uri 'none'; frame-ancestors 'none'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': file.embeddable ? 'cross-origin' : 'same-origin',
  });
  await sendByteRanges(req, res, {
    bytes: found.bytes,
    etag: etagOf(file.storageKey),
    read: (range) => storage.read(file.storageKey, range),
  });
}
