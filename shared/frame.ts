import type { SharedKind } from './shared-page.ts';

/** From when until when a frame is dimmed, in minutes since midnight; past midnight where the end is the earlier one. */
export interface DimHours {
  from: number;
  until: number;
}

/** What a frame shows, by its secret. */
export interface FramePlaylist {
  dim: DimHours | null;
  films: FramedFilm[];
}

export interface FramedFilm {
  kind: SharedKind;
  id: string;
  name: string | null;
  /** Another one for each file: what a frame has of a version need not be fetched again. */
  version: string;
}

/** Where a frame asks what it is to show. */
export const playlistPath = (secret: string): string => `/api/frame/${secret}`;

/** Where it fetches a film. */
export const framedFilmPath = (secret: string, { kind, id }: Pick<FramedFilm, 'kind' | 'id'>): string =>
  `${playlistPath(secret)}/${kind}/${id}`;
