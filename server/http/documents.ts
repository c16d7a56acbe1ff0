import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { builtOrigin } from '../../shared/site.ts';
import { etagOf } from './etag.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** Best first. */
const encodings = ['br', 'gzip'] as const;

/** A text that is served again and again, in each of the forms that a client may ask for. */
interface Document extends Record<(typeof encodings)[number] | 'identity', Buffer> {
  etag: string;
}

/** What is still changed in a document that was built ahead. */
type Complete = (text: string) => string;

/** Reads a document that was built before the address of this Memori was known, and completes it with `publicUrl`. */
async function readDocument(file: string, publicUrl: string, complete: Complete): Promise<Document> {
  const identity = Buffer.from(complete((await readFile(file, 'utf8')).replaceAll(builtOrigin, publicUrl)));
  const [br, gz] = await Promise.all([toBrotli(identity), toGzip(identity)]);
  // Weak: it names all forms of the text.
  return { identity, br, gzip: gz, etag: `W/${etagOf(identity)}` };
}

/**
 * Answers with one document, revalidated each time, and with 304 while it is the same. The status is the
 * caller's matter. `type` is an extension or a media type.
 */
export async function serveDocument(
  file: string,
  publicUrl: string,
  type: string,
  complete: Complete = (text) => text,
): Promise<RequestHandler> {
  const document = await readDocument(file, publicUrl, complete);
  return (req, res) => {
    const encoding = encodings.find((each) => req.acceptsEncodings(each));
    if (encoding) res.set('Content-Encoding', encoding);
    res
      .set({ 'Cache-Control': 'no-cache', ETag: document.etag, Vary: 'Accept-Encoding' })
      .type(type)
      .send(document[encoding ?? 'identity']);
  };
}
