import { createHash } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { create as contentDisposition } from 'content-disposition';
import type { Request, Response } from 'express';
import parseRange from 'range-parser';
import { AppError } from '../platform/errors.ts';
import type { ByteRange, Storage } from '../providers/storage/types.ts';

export interface MediaFile {
  storageKey: string;
  contentType: string;
  filename: string;
}

/**
 * Sends a stored object with byte ranges, HEAD and conditional requests (RFC 9110). The ETag names the stored object,
 * which never changes: another rendition has another one. Caches must ask each time, as what a user may have changes.
 * Throws AppError `not_found` if the object is gone.
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
  const etag = `"${createHash('sha256').update(file.storageKey).digest('base64url').slice(0, 27)}"`;
  res.set({
    ETag: etag,
    'Accept-Ranges': 'bytes',
    'Cache-Control': 'private, no-cache',
    'Content-Type': file.contentType,
    'Content-Disposition': contentDisposition(file.filename, { type: disposition }),
    // Opened on its own, a media file can run nothing and reach nothing.
    'Content-Security-Policy':
      "default-src 'none'; media-src 'self'; img-src 'self'; style-src 'unsafe-inline'; sandbox",
    'X-Content-Type-Options': 'nosniff',
    'Cross-Origin-Resource-Policy': 'same-origin',
  });
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  const range = requestedRange(req, found.bytes, etag);
  if (range === 'unsatisfiable') {
    res.removeHeader('Content-Type');
    res.removeHeader('Content-Disposition');
    res.status(416).set('Content-Range', `bytes */${found.bytes}`).end();
    return;
  }
  if (range) res.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${found.bytes}`);
  res.set('Content-Length', String(range ? range.end - range.start + 1 : found.bytes));
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  await send(storage, file.storageKey, range, res);
}

/** One range that can be served; null for the whole (no range, several, malformed, or of another ETag). */
function requestedRange(req: Request, bytes: number, etag: string): ByteRange | null | 'unsatisfiable' {
  const { range: header, 'if-range': condition } = req.headers;
  if (!header || (condition !== undefined && condition !== etag)) return null;
  const ranges = parseRange(bytes, header, { combine: true });
  if (ranges === -1) return 'unsatisfiable';
  const [range] = ranges === -2 || ranges.type !== 'bytes' ? [] : ranges;
  if (!range || (ranges !== -2 && ranges.length > 1)) return null;
  return range;
}

async function send(storage: Storage, key: string, range: ByteRange | null, res: Response): Promise<void> {
  const body = await storage.read(key, range ?? undefined);
  try {
    await pipeline(body, res);
  } catch (error) {
    // A viewer that seeks or leaves closes the connection in the middle: nothing is wrong.
    if (!res.closed && !res.destroyed) throw error;
  }
}
