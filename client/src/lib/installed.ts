const cacheName = 'memori-shared-photo';
/** How long a shared photo is kept, in milliseconds. */
const maxAge = 60 * 60 * 1000;

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

/**
 * The photo that another app shared with Memori within the last hour, or null; removes it from storage. Never rejects.
 */
export async function takeSharedPhoto(): Promise<File | null> {
  try {
    if (!('caches' in window) || !(await caches.has(cacheName))) return null;
    const cache = await caches.open(cacheName);
    const answer = await cache.match('/share-photo');
    const photo = await answer?.blob();
    await caches.delete(cacheName);
    if (!answer || !photo || Number(answer.headers.get('X-Taken')) + maxAge < Date.now()) return null;
    return new File([photo], decodeURIComponent(answer.headers.get('X-Name') ?? ''), { type: photo.type });
  } catch {
    return null;
  }
}
