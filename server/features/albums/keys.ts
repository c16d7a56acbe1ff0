/** The folder of all albums in the storage. */
export const albumsPrefix = 'albums';

/** What one run made; an album that is made twice has two such prefixes until one of them wins. */
export const runPrefix = (albumId: string, runId: string): string => `${albumsPrefix}/${albumId}/${runId}`;
