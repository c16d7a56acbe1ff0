/** The public paths of a finished album, unguessable by its id: the film, its first frame, and the named download. */
export function filmUrls(albumId: string) {
  const path = `/api/public/album/${albumId}`;
  return { outputUrl: path, posterUrl: `${path}/poster.jpg`, downloadUrl: `${path}?download=1` };
}

/** The download of the album's version for messengers. */
export const smallUrl = (albumId: string): string => `/api/public/album/${albumId}?size=small&download=1`;
