/** The folder of all albums in the storage. */
export const albumsPrefix = 'albums';

/** The output of one run; an album that is made twice has two such prefixes until one run wins. */
export const runPrefix = (albumId: string, runId: string): string => `${albumsPrefix}/${albumId}/${runId}`;
