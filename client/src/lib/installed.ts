import { confirmedPhotoId, sharePath } from '#shared/shared-photo.ts';
import { photoMaxAge, sharedPhotoCache } from './device.ts';

/** Registers the service worker, which also makes Memori installable (see service-worker.ts). Never rejects. */
export function registerServiceWorker(): void {
  // Vite's dev server serves unbundled modules.
  if (import.meta.env.DEV || !('serviceWorker' in navigator)) return;
  const register = () => void navigator.serviceWorker.register('/sw.js').catch(() => undefined);
  // The app waits for its texts: the page may have loaded meanwhile.
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register);
}

/** Links the manifest in the page's language, which the document does not know. */
export function linkManifest(language: string): void {
  const href = `/manifest-${language}.webmanifest`;
  const link =
    document.querySelector<HTMLLinkElement>('link[rel=manifest]') ?? document.createElement('link');
  if (link.getAttribute('href') === href) return;
  link.rel = 'manifest';
  link.href = href;
  document.head.append(link);
}

let confirmed: Promise<void> = Promise.resolve();

/**
 * Call before anything else: if the server has confirmed in the address that a photo comes from the phone's share sheet,
 * marks it for `takeSharedPhoto`, possibly of a later page, and removes this from the address. Never throws.
 */
export function confirmSharedPhoto(): void {
  const id = confirmedPhotoId(window.location.hash);
  if (id === null) return;
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', pathname + search);
  confirmed = markAsConfirmed(id).catch(() => undefined);
}

async function markAsConfirmed(id: string): Promise<void> {
  const cache = await caches.open(sharedPhotoCache);
  const photo = await cache.match(`${sharePath}/${id}`);
  if (photo) await cache.put(sharePath, photo);
}

/**
 * The photo that another app shared with Memori within the last hour, or null; removes it from storage. Never rejects.
 */
export async function takeSharedPhoto(): Promise<File | null> {
  await confirmed;
  try {
    if (!('caches' in window) || !(await caches.has(sharedPhotoCache))) return null;
    const cache = await caches.open(sharedPhotoCache);
    const answer = await cache.match(sharePath);
    if (!answer) return null;
    const photo = await answer.blob();
    await caches.delete(sharedPhotoCache);
    if (Number(answer.headers.get('X-Taken')) + photoMaxAge < Date.now()) return null;
    return new File([photo], decodeURIComponent(answer.headers.get('X-Name') ?? ''), { type: photo.type });
  } catch {
    return null;
  }
}
