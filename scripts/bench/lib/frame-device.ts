import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** The number of films started, and of object URLs created and not yet revoked. */
    filmsStarted: number;
    urls: number;
  }
}

/**
 * Prepares a page, before it is opened, to count the resources of its films and to play them at 16 times their speed.
 */
export async function trackFilms(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.filmsStarted = 0;
    window.urls = 0;
    const { createObjectURL, revokeObjectURL } = URL;
    URL.createObjectURL = (file) => {
      window.urls += 1;
      return createObjectURL.call(URL, file);
    };
    URL.revokeObjectURL = (url) => {
      window.urls -= 1;
      revokeObjectURL.call(URL, url);
    };
    document.addEventListener(
      'play',
      ({ target }) => {
        window.filmsStarted += 1;
        if (target instanceof HTMLVideoElement) target.playbackRate = 16;
      },
      { capture: true },
    );
  });
}

/** Waits until this many films have started, for at most `minutes` per film. */
export const waitForFilms = (page: Page, count: number, minutes = 4) =>
  page.waitForFunction((many) => window.filmsStarted >= many, count, { timeout: minutes * 60_000 });

/** Measures what would grow in a leaking page; `heap` in bytes, after garbage collection. */
export async function measurePage(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { listeners: of('JSEventListeners'), nodes: of('Nodes'), heap: of('JSHeapUsedSize') };
}
