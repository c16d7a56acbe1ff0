import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import type { RequestHandler } from 'express';
import { builtOrigin } from '#shared/site.ts';
import { etagOf } from '#server/platform/etag.ts';

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

/** In order of preference. */
const encodings = ['br', 'gzip'] as const;

/** A document kept in memory, in every encoding that a client may accept. */
interface Document extends Record<(typeof encodings)[number] | 'identity', Buffer> {
  etag: string;
}

/** Makes the final changes to a prebuilt document. */
type Complete = (text: string) => string;

/** Reads a document that was built before the public URL was known, and completes it with `publicUrl`. */
async function readDocument(file: string, publicUrl: string, complete: Complete): Promise<Document> {
  const identity = Buffer.from(complete((await readFile(file, 'utf8')).replaceAll(builtOrigin, publicUrl)));
  const [br, gz] = await Promise.all([toBrotli(identity), toGzip(identity)]);
  // Weak, because it is shared by all encodings.
  return { identity, br, gzip: gz, etag: `W/${etagOf(identity)}` };
}

/**
 * Serves one document that caches must revalidate, with 304 if it is unchanged. The caller sets the status. `type` is
 * an extension or a media type.
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
