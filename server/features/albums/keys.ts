/** The folder of all albums in the storage. */
export const albumsPrefix = 'albums';

/** Everything that belongs to one album lies under this prefix. */
export const albumPrefix = (albumId: string): string => `${albumsPrefix}/${albumId}`;

/** What one run made; an album that is made twice has two such prefixes until one of them wins. */
export const runPrefix = (albumId: string, runId: string): string => `${albumPrefix(albumId)}/${runId}`;
