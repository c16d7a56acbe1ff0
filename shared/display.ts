import type { SharedKind } from './shared-page.ts';

/** When a display is dimmed, in minutes since midnight; past midnight if the end is earlier than the start. */
export interface DimHours {
  from: number;
  until: number;
}

/** A display's playlist, requested with its secret. */
export interface DisplayPlaylist {
  dim: DimHours | null;
  films: DisplayedFilm[];
}

export interface DisplayedFilm {
  kind: SharedKind;
  id: string;
  name: string | null;
  /** Changes with the file: a display needn't download a version again that it already has. */
  version: string;
}

/** API path of a display's playlist. */
/** Where a television takes the code that was typed on it. */
export const openFramePath = '/api/frame';

export const playlistPath = (secret: string): string => `/api/frame/${secret}`;

/** API path of a film for a display. */
export const displayedFilmPath = (secret: string, { kind, id }: Pick<DisplayedFilm, 'kind' | 'id'>): string =>
  `${playlistPath(secret)}/${kind}/${id}`;
