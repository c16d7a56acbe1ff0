import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Router } from 'express';
import { musicTrackIds } from '#shared/music.ts';
import { AppError } from '#server/platform/errors.ts';
import { spanOf } from '#server/platform/files/byte-range.ts';
import { musicFile } from '#server/platform/installation.ts';
import { type ByteSource, sendByteRanges } from './byte-ranges.ts';
import { etagOf } from '#server/platform/etag.ts';
import { seconds } from '#shared/durations.ts';

const cacheSeconds = 30 * seconds.day;

/**
 * Serves the music tracks as `/{id}.mp3` (GET and HEAD) with byte ranges and conditional requests (RFC 9110), and
 * answers everything else with `not_found`. Caches keep a track for 30 days and then revalidate it.
 */
export function music(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  const sources = new Map<string, ByteSource>();
  router.get('/:id.mp3', async (req, res) => {
    const id = musicTrackIds.find((each) => each === req.params.id);
    if (!id) throw new AppError('not_found');
    const source = sources.get(id) ?? (await openSource(musicFile(id)));
    sources.set(id, source);
    await sendByteRanges(req, res, source);
  });
  router.use(() => {
    throw new AppError('not_found');
  });
  return router;
}

/** The ETag is derived from the content: the same on every server of a release, regardless of installation time. */
async function openSource(file: string): Promise<ByteSource> {
  const content = await readFile(file);
  const bytes = content.length;
  return {
    etag: etagOf(content),
    headers: {
      'Cache-Control': `public, max-age=${cacheSeconds}, must-revalidate`,
      'Content-Type': 'audio/mpeg',
      'X-Content-Type-Options': 'nosniff',
    },
    size: async () => bytes,
    async open(range) {
      const span = range ? spanOf(range, bytes) : null;
      return range && !span ? null : { bytes, span, body: createReadStream(file, span ?? {}) };
    },
  };
}
