import { confirmedPhotoId, sharePath } from '#shared/shared-photo.ts';
import { photoMaxAge, sharedPhotoCache } from '#client/lib/device.ts';

let confirmed: Promise<void> = Promise.resolve();

/**
 * Call before anything else: if the server has confirmed in the address that photos come from the phone's share sheet,
 * marks them for `takeSharedPhotos`, possibly of a later page, and removes this from the address. Never throws.
 */
export function confirmSharedPhotos(): void {
  const id = confirmedPhotoId(window.location.hash);
  if (id === null) return;
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search);
  confirmed = markAsConfirmed(id).catch(() => undefined);
}

async function markAsConfirmed(id: string): Promise<void> {
  const cache = await caches.open(sharedPhotoCache);
  const mark = new Response(id, { headers: { 'X-Taken': String(Date.now()) } });
  if ((await photosOf(cache, id)).length > 0) await cache.put(sharePath, mark);
}

/** What was shared under an id, in order; a cache promises none. */
async function photosOf(cache: Cache, id: string): Promise<readonly Request[]> {
  const start = `${sharePath}/${id}/`;
  const placeOf = ({ url }: Request) => Number(new URL(url).pathname.slice(start.length));
  const requests = await cache.keys();
  return requests
    .filter(({ url }) => new URL(url).pathname.startsWith(start))
    .toSorted((a, b) => placeOf(a) - placeOf(b));
}

/**
 * The photos that another app shared with Memori within the last hour, in order; removes them from storage. Never rejects.
 */
export async function takeSharedPhotos(): Promise<File[]> {
  await confirmed;
  try {
    if (!('caches' in window) || !(await caches.has(sharedPhotoCache))) return [];
    const cache = await caches.open(sharedPhotoCache);
    const mark = await cache.match(sharePath);
    if (!mark) return [];
    const requests = await photosOf(cache, await mark.text());
    const answers = await Promise.all(requests.map((request) => cache.match(request)));
    const isFresh = (answer: Response) => Number(answer.headers.get('X-Taken')) + photoMaxAge >= Date.now();
    const photos = await Promise.all(
      answers
        .filter((each) => each !== undefined)
        .filter(isFresh)
        .map(fileOf),
    );
    await caches.delete(sharedPhotoCache);
    return photos;
  } catch {
    return [];
  }
}

async function fileOf(answer: Response): Promise<File> {
  const photo = await answer.blob();
  return new File([photo], decodeURIComponent(answer.headers.get('X-Name') ?? ''), { type: photo.type });
}
