import type { Readable } from 'node:stream';

const maxLength = 4000;

/** Reads a child's log output as UTF-8 and keeps the last 4,000 characters of it. */
export function keepTail(stream: Readable): () => string {
  let tail = '';
  stream.setEncoding('utf8').on('data', (chunk: string) => {
    tail = (tail + chunk).slice(-maxLength);
  });
  return () => tail;
}
