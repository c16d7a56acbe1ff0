import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Request, Response } from 'express';
import parseRange from 'range-parser';
import type { ByteRange, ByteSpan } from '#server/platform/files/byte-range.ts';

/** A byte sequence to serve. */
export interface ByteSource {
  /** Its strong validator, with quotes. */
  etag: string;
  /** Type, caching, disposition: set once the source is known to exist. */
  headers: Readonly<Record<string, string>>;
  size(): Promise<number>;
  /** All or a range of it, with its size; null if it has no bytes in that range. */
  open(range?: ByteRange): Promise<{ bytes: number; span: ByteSpan | null; body: Readable } | null>;
}

/**
 * Answers GET with the whole content, one byte range, 304 or 416, and HEAD likewise but for ranges (RFC 9110), with at
 * most one call of the source, except for 416. A client that disconnects is not an error.
 */
export async function sendByteRanges(req: Request, res: Response, source: ByteSource): Promise<void> {
  const { etag, headers } = source;
  const validated = { ETag: etag, 'Accept-Ranges': 'bytes' };
  res.set('ETag', etag);
  if (req.fresh) {
    res
      .set({ ...headers, ...validated })
      .status(304)
      .end();
    return;
  }
  res.removeHeader('ETag');
  if (req.method === 'HEAD') {
    const bytes = await source.size();
    res.set({ ...headers, ...validated, 'Content-Length': String(bytes) }).end();
    return;
  }
  const range = requestedRange(req, etag);
  const opened = range === 'unsatisfiable' ? null : await source.open(range ?? undefined);
  if (!opened) {
    const { 'Content-Type': _, 'Content-Disposition': __, ...others } = headers;
    const bytes = await source.size();
    res
      .set({ ...others, ...validated, 'Content-Range': `bytes */${bytes}` })
      .status(416)
      .end();
    return;
  }
  const { bytes, span, body } = opened;
  res.set({ ...headers, ...validated });
  if (span) res.status(206).set('Content-Range', `bytes ${span.start}-${span.end}/${bytes}`);
  res.set('Content-Length', String(span ? span.end - span.start + 1 : bytes));
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

/** More than any file has: the parser wants a size, which is not known before the file is opened. */
const endless = Number.MAX_SAFE_INTEGER;

/** The single range; null to serve the whole (no range, several, malformed, or for another ETag). */
function requestedRange(req: Request, etag: string): ByteRange | null | 'unsatisfiable' {
  const { range: header, 'if-range': condition } = req.headers;
  if (!header || (condition !== undefined && condition !== etag)) return null;
  const pairs = [...header.matchAll(/(?<!\d)(\d+)\s*-\s*(\d+)/g)];
  // Malformed, but unsatisfiable to the parser.
  if (pairs.some(([, first, last]) => Number(first) > Number(last))) return null;
  // The last bytes are all of them if there are fewer (RFC 9110, 14.1.2), but unsatisfiable to the parser.
  const fitting = header.replaceAll(
    /(?<=[=,]\s*)-\s*(\d+)/g,
    (_, last) => `-${Math.min(Number(last), endless)}`,
  );
  const ranges = parseRange(endless, fitting, { combine: true });
  if (ranges === -1) return 'unsatisfiable';
  const [range] = ranges === -2 || ranges.type !== 'bytes' ? [] : ranges;
  if (!range || (ranges !== -2 && ranges.length > 1)) return null;
  if (range.end < endless - 1) return range;
  // To the end: from the beginning of the file or, beyond any file, from its end.
  return range.start > endless / 2 ? { last: endless - range.start } : { start: range.start };
}
