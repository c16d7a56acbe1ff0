import { pipeline } from 'node:stream/promises';
import { create as contentDisposition } from 'content-disposition';
import { Router } from 'express';
import { fileNameOf } from '../../../shared/file-name.ts';
import { keepsakeSchema } from '../../../shared/schemas/keepsake.ts';
import type { Deps } from '../../composition/deps.ts';
import { findPrintableAlbum } from '../../features/albums/published.ts';
import { findPrintableVideos } from '../../features/generation/published.ts';
import { printCards } from '../../features/media/keepsakes.ts';
import { AppError } from '../../platform/errors.ts';
import { createLimitReporter } from '../responses/limit-headers.ts';
import { viewerOf } from '../identity/viewer.ts';

type KeepsakeDeps = Pick<Deps, 'db' | 'storage' | 'publicUrl' | 'sessions' | 'limiters'>;

/** Printable cards as a PDF, only for the owner of the films (GET). Errors are passed on to the error response. */
export function keepsakes(deps: KeepsakeDeps): Router {
  const router = Router();
  router.get('/', async (req, res) => {
    const reportLimit = createLimitReporter(res);
    const viewer = await viewerOf(deps, req, reportLimit);
    if (!viewer) throw new AppError('not_signed_in');
    const { userId } = viewer;
    await deps.limiters.keepsake.take(userId, reportLimit);
    const { videos, album, format, sheet, language } = keepsakeSchema.parse(req.query);
    const films = album
      ? [await findPrintableAlbum(deps.db, userId, album)]
      : await findPrintableVideos(deps.db, userId, videos ?? []);
    const pdf = await printCards(deps, userId, films, { format, onA4: sheet === 'a4', language });
    const name = films.length === 1 && films[0]?.name ? fileNameOf(films[0].name) : 'memori';
    res.set({
      'Cache-Control': 'no-store',
      'Content-Type': 'application/pdf',
      'Content-Disposition': contentDisposition(`${name}.pdf`, { type: 'attachment' }),
      'X-Content-Type-Options': 'nosniff',
    });
    await pipeline(pdf, res);
  });
  return router;
}
