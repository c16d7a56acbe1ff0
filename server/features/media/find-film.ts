import { fileNameOf } from '#shared/file-name.ts';
import type { StoredRendition } from '#shared/renditions.ts';
import type { FilmRef } from '#shared/schemas/share.ts';
import type { SharedKind } from '#shared/shared-page.ts';
import { Prisma } from '#server/generated/prisma/client.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { paysInSql } from '../payments/paying.ts';
import { filmVisibleTo, type FilmViewer } from './visibility.ts';

/** A finished film of which a file is to be served. */
export interface FoundFilm {
  ownerId: string;
  /** The storage prefix of the run that made it. */
  prefix: string;
  /** For the names of downloads. */
  fileName: string;
  /** The videos that it shows: itself, or those of an album. */
  taskIds: readonly string[];
  /** True if its owner is entitled to the clean rendition. */
  paid: boolean;
  /** The renditions, small versions among them, that were recorded when its run ended. */
  stored: readonly StoredRendition[];
}

interface FilmRow extends Omit<FoundFilm, 'fileName'> {
  name: string | null;
}

const tables: Record<SharedKind, { from: Prisma.Sql; prefix: Prisma.Sql; taskIds: Prisma.Sql }> = {
  video: {
    from: Prisma.sql`video_task AS film`,
    prefix: Prisma.sql`coalesce(film.shown_prefix, film.rendition_prefix)`,
    taskIds: Prisma.sql`ARRAY[film.id]`,
  },
  album: {
    from: Prisma.sql`album AS film`,
    prefix: Prisma.sql`film.run_prefix`,
    taskIds: Prisma.sql`ARRAY(SELECT task_id FROM album_clip WHERE album_id = film.id ORDER BY position)`,
  },
};

/** Characters that would turn a file name into a path; replaced by `_`, as browsers do. */
const pathSeparators = /[/\\]/g;

function fileNameFor({ kind, id }: FilmRef, name: string | null): string {
  if (kind === 'album') return `${(name ?? '').replaceAll(pathSeparators, '_')}-album`;
  return name ? fileNameOf(name) : `memori-video-${id}`;
}

/**
 * A finished film that this viewer sees, with all that its file's rendition depends on, in one query: players ask for a
 * film range by range. `userId`: only among this user's. Null if there is none.
 */
export async function findFilm(
  db: Pick<Tx, '$queryRaw'>,
  film: FilmRef,
  viewer: FilmViewer,
  { userId }: { userId?: string } = {},
): Promise<FoundFilm | null> {
  const { from, prefix, taskIds } = tables[film.kind];
  const own = userId === undefined ? Prisma.sql`TRUE` : Prisma.sql`film.user_id = ${userId}`;
  const [row] = await db.$queryRaw<FilmRow[]>`
    SELECT film.user_id AS "ownerId", ${prefix} AS prefix, film.name, ${taskIds} AS "taskIds",
      ${paysInSql(Prisma.sql`film.user_id`)} AS paid,
      ARRAY(SELECT rendition FROM provenance WHERE prefix = ${prefix}) AS stored
    FROM ${from}
    WHERE film.id = ${film.id} AND ${own} AND ${prefix} IS NOT NULL AND ${filmVisibleTo(viewer, film.kind)}`;
  if (!row) return null;
  const { name, ...found } = row;
  return { ...found, fileName: fileNameFor(film, name) };
}
