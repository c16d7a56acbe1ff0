import type { DisplayedFilm, DisplayPlaylist } from '#shared/display.ts';
import type { FilmRef } from '#shared/schemas/share.ts';
import type { SharedKind } from '#shared/shared-page.ts';
import type { Db } from '#server/platform/database/db.ts';
import { etagOf } from '#server/platform/etag.ts';
import { findDisplayedAlbums } from '../albums/find-albums.ts';
import { findDisplayedVideos } from '../generation/find-videos.ts';
import { entitledRendition } from '../media/entitlement.ts';
import { findFilm, type FoundFilm } from '../media/find-film.ts';
import { videoKey } from '../media/film-keys.ts';
import type { OwnFilm } from '../media/published-file.ts';
import type { OpenDisplay } from './displays.ts';

/** One of the films that a display is to show; null for any other. */
export async function findDisplayedFilm(
  db: Db,
  { userId, films }: OpenDisplay,
  film: FilmRef,
): Promise<FoundFilm | null> {
  const isIncluded = films
    ? films.some(({ kind, id }) => kind === film.kind && id === film.id)
    : film.kind === 'video';
  return isIncluded ? findFilm(db, film, 'display', { userId }) : null;
}

/** A display's films in the chosen order, else newest first; films that are gone are left out. */
export async function playlistOf(db: Db, { userId, films, dim }: OpenDisplay): Promise<DisplayPlaylist> {
  const rendition = await entitledRendition(db, userId);
  const idsOf = (kind: SharedKind) => films?.filter((film) => film.kind === kind).map(({ id }) => id) ?? null;
  const videos = await findDisplayedVideos(db, userId, idsOf('video'));
  const albums = films ? await findDisplayedAlbums(db, userId, idsOf('album') ?? []) : [];
  const present =
    (kind: SharedKind) =>
    (film: OwnFilm): DisplayedFilm => ({
      kind,
      id: film.id,
      name: film.name,
      version: etagOf(videoKey(film.prefix, rendition)).replaceAll('"', ''),
    });
  const found = [...videos.map(present('video')), ...albums.map(present('album'))];
  if (!films) return { dim, films: found };
  const chosen = films.flatMap(({ kind, id }) =>
    found.filter((film) => film.kind === kind && film.id === id),
  );
  return { dim, films: chosen };
}
