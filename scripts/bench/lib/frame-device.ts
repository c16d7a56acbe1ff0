import type { Page } from '@playwright/test';

declare global {
  interface Window {
    /** Films begun, and object URLs that were made and not yet freed. */
    begun: number;
    urls: number;
  }
}

/** Has a page that is still to be opened count what its films take, and play them in a sixteenth of their time. */
export async function watchFilms(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.begun = 0;
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
        window.begun += 1;
        if (target instanceof HTMLVideoElement) target.playbackRate = 16;
      },
      { capture: true },
    );
  });
}

/** Waits until so many films have begun, at most `minutes` of them. */
export const untilBegun = (page: Page, count: number, minutes = 4) =>
  page.waitForFunction((many) => window.begun >= many, count, { timeout: minutes * 60_000 });

/** What grows in a page where something is forgotten; `heap` in bytes, after its garbage was collected. */
export async function weighPage(page: Page) {
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable');
  await session.send('HeapProfiler.collectGarbage');
  const { metrics } = await session.send('Performance.getMetrics');
  await session.detach();
  const of = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? Number.NaN;
  return { listeners: of('JSEventListeners'), nodes: of('Nodes'), heap: of('JSHeapUsedSize') };
}
