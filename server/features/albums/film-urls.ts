/** Where a made album is played from, its first frame, and the file under its own name: public paths, unguessable by its id. */
export function filmUrls(albumId: string) {
  const path = `/api/public/album/${albumId}`;
  return { outputUrl: path, posterUrl: `${path}/poster.jpg`, downloadUrl: `${path}?download=1` };
}

/** Its version for messengers, under its own name. */
export const smallUrl = (albumId: string): string => `/api/public/album/${albumId}?size=small&download=1`;
