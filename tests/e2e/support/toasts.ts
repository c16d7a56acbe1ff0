import type { Page } from '@playwright/test';

/**
 * Makes toasts stay until they are closed or pressed, in pages opened from now on: a slow machine may need longer than
 * they last.
 */
export const keepToasts = (page: Page) =>
  page.addInitScript(() => {
    const { setTimeout } = window;
    const ever = 1e9;
    window.setTimeout = ((callback: () => void, delay = 0) =>
      setTimeout(callback, delay < 5000 ? delay : ever)) as typeof setTimeout;
  });
