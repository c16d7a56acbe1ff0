import type { z } from 'zod';
import { fileNameOf } from '#shared/file-name.ts';
import type { drawnTextsSchema, keepsakeSchema } from '#shared/schemas/keepsake.ts';
import type { Deps } from '#server/composition/deps.ts';
import { createLettering } from '#server/engine/lettering/lettering.ts';
import type { Db } from '#server/platform/database/db.ts';
import type { FileResponse } from '#server/rpc/file-response.ts';
import { findPrintableAlbum } from '../albums/find-albums.ts';
import { findPrintableVideos } from '../generation/find-videos.ts';
import { type PrintableFilm, printCards } from '../media/keepsakes.ts';

async function filmsToPrint(
  db: Db,
  userId: string,
  { videos, album }: Pick<z.output<typeof keepsakeSchema>, 'videos' | 'album'>,
): Promise<PrintableFilm[]> {
  if (album) return [await findPrintableAlbum(db, userId, album)];
  return findPrintableVideos(db, userId, videos ?? []);
}

/**
 * The user-perceived characters of texts and of the names of the user's films that are not drawn, or without their
 * diacritic, because no font has them. Each once. Throws as `printKeepsakes`.
 */
export async function findUnprintable(
  db: Db,
  userId: string,
  { texts = [], ...of }: z.output<typeof drawnTextsSchema>,
): Promise<string[]> {
  const films = await filmsToPrint(db, userId, of);
  const drawn = [...films.map(({ name }) => name), ...texts].flatMap((text) => text ?? []);
  const found = await Promise.all(drawn.map(async (text) => (await createLettering(text)).unprintable(text)));
  return [...new Set(found.flat())];
}

/**
 * A PDF of cards for the user's films, named after the film if there is one only. Throws AppError `task_not_found`,
 * `video_not_ready`, `album_not_found`, `album_not_ready` or `film_hidden`.
 */
export async function printKeepsakes(
  deps: Pick<Deps, 'db' | 'storage' | 'publicUrl'>,
  userId: string,
  { format, sheet, language, ...of }: z.output<typeof keepsakeSchema>,
): Promise<FileResponse> {
  const films = await filmsToPrint(deps.db, userId, of);
  const body = await printCards(deps, userId, films, { format, onA4: sheet === 'a4', language });
  const only = films.length === 1 ? films[0] : undefined;
  const filename = `${only?.name ? fileNameOf(only.name) : 'memori'}.pdf`;
  return { kind: 'streamed', contentType: 'application/pdf', filename, body };
}
