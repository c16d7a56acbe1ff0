import type { FramedFilm, FramePlaylist } from '../../../shared/frame.ts';
import type { FilmRef } from '../../../shared/schemas/share.ts';
import type { SharedKind } from '../../../shared/shared-page.ts';
import type { Db } from '../../platform/database/db.ts';
import { etagOf } from '../../platform/etag.ts';
import { findFramedAlbums } from '../albums/published.ts';
import { findFramedVideos } from '../generation/published.ts';
import { entitledRendition } from '../media/entitlement.ts';
import { findFilm, type FoundFilm } from '../media/find-film.ts';
import { videoKey } from '../media/keys.ts';
import type { OwnFilm } from '../media/published.ts';
import type { OpenFrame } from './frames.ts';

/** One of the films that a frame is to show; null for any other. */
export async function findFramedFilm(
  db: Db,
  { userId, films }: OpenFrame,
  film: FilmRef,
): Promise<FoundFilm | null> {
  const isIncluded = films
    ? films.some(({ kind, id }) => kind === film.kind && id === film.id)
    : film.kind === 'video';
  return isIncluded ? findFilm(db, film, 'frame', { userId }) : null;
}

/** A frame's films in the chosen order, else newest first; films that are gone are left out. */
export async function playlistOf(db: Db, { userId, films, dim }: OpenFrame): Promise<FramePlaylist> {
  const rendition = await entitledRendition(db, userId);
  const idsOf = (kind: SharedKind) => films?.filter((film) => film.kind === kind).map(({ id }) => id) ?? null;
  const videos = await findFramedVideos(db, userId, idsOf('video'));
  const albums = films ? await findFramedAlbums(db, userId, idsOf('album') ?? []) : [];
  const present =
    (kind: SharedKind) =>
    (film: OwnFilm): FramedFilm => ({
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
