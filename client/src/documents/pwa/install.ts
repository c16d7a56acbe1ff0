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
