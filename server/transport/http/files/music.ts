import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { type RequestHandler, Router } from 'express';
import { type MusicTrackId, musicTrackIds } from '#shared/music.ts';
import { AppError } from '#server/platform/errors.ts';
import { spanOf } from '#server/platform/files/byte-range.ts';
import {
  musicFile,
  musicFormFile,
  musicPlacementFile,
  musicSectionsFile,
} from '#server/platform/installation.ts';
import { type ByteSource, sendByteRanges } from './byte-ranges.ts';
import { etagOf } from '#server/platform/etag.ts';
import { seconds } from '#shared/durations.ts';

const cacheSeconds = 30 * seconds.day;

interface Kind {
  type: string;
  file: (id: MusicTrackId) => string;
}
const recording: Kind = { type: 'audio/mpeg', file: musicFile };
const json = 'application/json; charset=utf-8';
const form: Kind = { type: json, file: musicFormFile };
const sections: Kind = { type: 'audio/ogg', file: musicSectionsFile };
const placement: Kind = { type: json, file: musicPlacementFile };

/**
 * Serves the music tracks as `/{id}.mp3`, their forms as `/{id}.json`, and their sections as `/{id}.sections.opus` with
 * `/{id}.sections.json` (GET and HEAD), with byte ranges and conditional requests (RFC 9110), and answers everything else
 * with `not_found`. Caches keep a file for 30 days and then revalidate it.
 */
export function music(): Router {
  const router = Router({ caseSensitive: true, strict: true });
  router.get('/:id.mp3', serve(recording));
  router.get('/:id.sections.opus', serve(sections));
  router.get('/:id.sections.json', serve(placement));
  router.get('/:id.json', serve(form));
  router.use(() => {
    throw new AppError('not_found');
  });
  return router;
}

function serve(kind: Kind): RequestHandler<{ id: string }> {
  const sources = new Map<string, ByteSource>();
  return async (req, res) => {
    const id = musicTrackIds.find((each) => each === req.params.id);
    if (!id) throw new AppError('not_found');
    const source = sources.get(id) ?? (await openSource(kind, id));
    sources.set(id, source);
    await sendByteRanges(req, res, source);
  };
}

/** The ETag is derived from the content: the same on every server of a release, regardless of installation time. */
async function openSource(kind: Kind, id: MusicTrackId): Promise<ByteSource> {
  const file = kind.file(id);
  const content = await readFile(file);
  const bytes = content.length;
  return {
    etag: etagOf(content),
    headers: {
      'Cache-Control': `public, max-age=${cacheSeconds}, must-revalidate`,
      'Content-Type': kind.type,
      'X-Content-Type-Options': 'nosniff',
    },
    size: async () => bytes,
    async open(range) {
      const span = range ? spanOf(range, bytes) : null;
      return range && !span ? null : { bytes, span, body: createReadStream(file, span ?? {}) };
    },
  };
}
