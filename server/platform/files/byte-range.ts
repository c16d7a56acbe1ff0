/** Bytes as HTTP and S3 request them: from a position to an inclusive end or to the last byte; or the last ones. */
export type ByteRange = { start: number; end?: number } | { last: number };

/** Both ends inclusive. */
export interface ByteSpan {
  start: number;
  end: number;
}

/** What a range selects of this many bytes (RFC 9110, 14.1.2); null if nothing. */
export function spanOf(range: ByteRange, bytes: number): ByteSpan | null {
  if ('last' in range) {
    if (range.last === 0 || bytes === 0) return null;
    return { start: Math.max(0, bytes - range.last), end: bytes - 1 };
  }
  const { start, end = bytes - 1 } = range;
  return start < bytes ? { start, end: Math.min(end, bytes - 1) } : null;
}
