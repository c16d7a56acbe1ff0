import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import parseRange from 'range-parser';
import type { ByteRange } from '../../providers/storage/types.ts';

/** A byte sequence to serve: its length, its strong validator (with quotes) and a function that reads it or a range. */
export interface ByteSource {
  bytes: number;
  etag: string;
  read(range?: ByteRange): Promise<Readable>;
}

/**
 * Answers GET with the whole content, one byte range, 304 or 416, and HEAD likewise but for ranges (RFC 9110). Set the
 * other headers (type, caching, disposition) before calling. A client that disconnects is not an error.
 */
export async function sendByteRanges(req: Request, res: Response, source: ByteSource): Promise<void> {
  res.set({ ETag: source.etag, 'Accept-Ranges': 'bytes' });
  if (req.fresh) {
    res.status(304).end();
    return;
  }
  // Ranges are defined for GET only (RFC 9110, 14.2).
  const range = req.method === 'GET' ? requestedRange(req, source) : null;
  if (range === 'unsatisfiable') {
    res.removeHeader('Content-Type');
    res.removeHeader('Content-Disposition');
    res.status(416).set('Content-Range', `bytes */${source.bytes}`).end();
    return;
  }
  if (range) res.status(206).set('Content-Range', `bytes ${range.start}-${range.end}/${source.bytes}`);
  res.set('Content-Length', String(range ? range.end - range.start + 1 : source.bytes));
  if (req.method === 'HEAD') {
    res.end();
    return;
  }
  const body = await source.read(range ?? undefined);
  try {
    await pipeline(body, res);
  } catch (error) {
    // Players that seek or leave close the connection early, which is normal.
    if (!res.closed && !res.destroyed) throw error;
  } finally {
    // If the client left before the first byte, `pipeline` rejects without closing the source.
    body.destroy();
  }
}

/** The single satisfiable range; null to serve the whole (no range, several, malformed, or for another ETag). */
function requestedRange(req: Request, { bytes, etag }: ByteSource): ByteRange | null | 'unsatisfiable' {
  const { range: header, 'if-range': condition } = req.headers;
  if (!header || (condition !== undefined && condition !== etag)) return null;
  const pairs = [...header.matchAll(/(?<!\d)(\d+)\s*-\s*(\d+)/g)];
  // Malformed, but unsatisfiable to the parser.
  if (pairs.some(([, first, last]) => Number(first) > Number(last))) return null;
  // The last bytes are all of them if there are fewer (RFC 9110, 14.1.2), but unsatisfiable to the parser.
  const fitting = header.replaceAll(
    /(?<=[=,]\s*)-\s*(\d+)/g,
    (_, last) => `-${Math.min(Number(last), bytes)}`,
  );
  const ranges = parseRange(bytes, fitting, { combine: true });
  if (ranges === -1) return 'unsatisfiable';
  const [range] = ranges === -2 || ranges.type !== 'bytes' ? [] : ranges;
  if (!range || (ranges !== -2 && ranges.length > 1)) return null;
  return range;
}
