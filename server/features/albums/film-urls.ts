/** Where a made album is played from, its first frame, and the file under its own name: public paths, unguessable by its id. */
export function filmUrls(albumId: string) {
  const path = `/api/public/album/${albumId}`;
  return { outputUrl: path, posterUrl: `${path}/poster.jpg`, downloadUrl: `${path}?download=1` };
}
