import type { SharedKind } from './shared-page.ts';

/** When a frame is dimmed, in minutes since midnight; past midnight if the end is earlier than the start. */
export interface DimHours {
  from: number;
  until: number;
}

/** A frame's playlist, requested with its secret. */
export interface FramePlaylist {
  dim: DimHours | null;
  films: FramedFilm[];
}

export interface FramedFilm {
  kind: SharedKind;
  id: string;
  name: string | null;
  /** Changes with the file: a frame needn't download a version again that it already has. */
  version: string;
}

/** API path of a frame's playlist. */
export const playlistPath = (secret: string): string => `/api/frame/${secret}`;

/** API path of a film for a frame. */
export const framedFilmPath = (secret: string, { kind, id }: Pick<FramedFilm, 'kind' | 'id'>): string =>
  `${playlistPath(secret)}/${kind}/${id}`;
