const source = 'https://connect.facebook.net/en_US/fbevents.js';

/** Meta's own queueing stub: collects calls until its script has loaded and takes them over. */
interface Fbq {
  (...call: unknown[]): void;
  callMethod?: (...call: unknown[]) => void;
  queue: unknown[][];
  push: (...call: unknown[]) => void;
  loaded: boolean;
  version: string;
  /** Stops it from tracking page views by itself. */
  disablePushState: boolean;
}

declare global {
  interface Window {
    fbq?: Fbq;
    _fbq?: Fbq;
  }
}

function createStub(): Fbq {
  const fbq: Fbq = Object.assign(
    (...call: unknown[]) => {
      if (fbq.callMethod) fbq.callMethod(...call);
      else fbq.queue.push(call);
    },
    {
      queue: [],
      push: (...call: unknown[]) => fbq(...call),
      loaded: true,
      version: '2.0',
      disablePushState: true,
    },
  );
  return fbq;
}

/**
 * Loads the advertising pixel, once, and only after the visitor has consented. It sends only the events passed to it:
 * neither page views nor clicks by itself.
 */
export function loadPixel(pixelId: string): void {
  if (window.fbq) return window.fbq('consent', 'grant');
  const fbq = createStub();
  window.fbq = fbq;
  window._fbq = fbq;
  fbq('set', 'autoConfig', false, pixelId);
  fbq('init', pixelId);
  const script = document.createElement('script');
  script.async = true;
  script.src = source;
  document.head.append(script);
}

/** Disables a loaded pixel, and deletes the data that it stored about this browser on our site. */
export function revokePixel(): void {
  if (!window.fbq) return;
  window.fbq('consent', 'revoke');
  for (const name of ['_fbp', '_fbc']) {
    for (const domain of ['', `; domain=.${window.location.hostname}`]) {
      // oxlint-disable-next-line unicorn/no-document-cookie -- the store's own API is not in every browser.
      document.cookie = `${name}=; max-age=0; path=/${domain}`;
    }
  }
}
