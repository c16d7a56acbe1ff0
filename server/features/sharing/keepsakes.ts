import type { z } from 'zod';
import { fileNameOf } from '#shared/file-name.ts';
import type { keepsakeSchema } from '#shared/schemas/keepsake.ts';
import type { Deps } from '#server/composition/deps.ts';
import type { FileResponse } from '#server/rpc/file-response.ts';
import { findPrintableAlbum } from '../albums/find-albums.ts';
import { findPrintableVideos } from '../generation/find-videos.ts';
import { printCards } from '../media/keepsakes.ts';

/**
 * A PDF of cards for the user's films, named after the film if there is one only. Throws AppError `task_not_found`,
 * `video_not_ready`, `album_not_found`, `album_not_ready` or `film_hidden`.
 */
export async function printKeepsakes(
  deps: Pick<Deps, 'db' | 'storage' | 'publicUrl'>,
  userId: string,
  { videos, album, format, sheet, language }: z.output<typeof keepsakeSchema>,
): Promise<FileResponse> {
  const films = album
    ? [await findPrintableAlbum(deps.db, userId, album)]
    : await findPrintableVideos(deps.db, userId, videos ?? []);
  const body = await printCards(deps, userId, films, { format, onA4: sheet === 'a4', language });
  const only = films.length === 1 ? films[0] : undefined;
  const filename = `${only?.name ? fileNameOf(only.name) : 'memori'}.pdf`;
  return { kind: 'streamed', contentType: 'application/pdf', filename, body };
}
