import type { Page } from '@playwright/test';
import { expect, still, test, texts } from './support/test.ts';

// The specification's times as users experience them, with a clock that the test controls. Its numbers are written out
// here.

/**
 * Lets a page do what it has scheduled in tasks that the clock does not control, as React's are. Each turn lets at least
 * one of them run, however slow the machine: a hundred are more than a change of the page takes.
 */
const settle = (page: Page) =>
  page.evaluate(async () => {
    for (let turn = 0; turn < 100; turn += 1) {
      const { port1, port2 } = new MessageChannel();
      await new Promise((done) => {
        port1.onmessage = done;
        port2.postMessage(null);
      });
      port1.close();
    }
  });

test.describe('on the create page', () => {
  test.use(still);

  /** The page's requests with their times, by its own clock; and a way to wait until all have been answered. */
  interface RecordedRequests {
    asked: { what: string; at: number }[];
    settled(): Promise<void>;
  }

  /** Records the page's requests, from its next document on. */
  async function watchCalls(page: Page): Promise<void> {
    await page.addInitScript(() => {
      const asked: RecordedRequests['asked'] = [];
      const open = new Set<Promise<unknown>>();
      const { fetch } = window;
      window.fetch = (input, init) => {
        const what = decodeURIComponent(new URL(new Request(input).url).pathname);
        asked.push({ what, at: Date.now() });
        const answer = fetch(input, init);
        const read = answer.then((response) => response.clone().text());
        open.add(read);
        void read.finally(() => open.delete(read)).catch(() => undefined);
        return answer;
      };
      const settled = async () => {
        await Promise.allSettled(open);
      };
      Object.assign(window, { watched: { asked, settled } satisfies RecordedRequests });
    });
  }

  const step = 200;

  /** Advances the clock in steps, waiting for the responses to all requests before each one. */
  async function pass(page: Page, milliseconds: number): Promise<void> {
    for (let passed = 0; passed < milliseconds; passed += step) {
      await page.clock.runFor(step);
      await page.evaluate(() => (window as unknown as { watched: RecordedRequests }).watched.settled());
      await settle(page);
    }
  }

  /** The milliseconds between consecutive calls of a procedure. */
  async function intervals(page: Page, procedure: string): Promise<number[]> {
    const asked = await page.evaluate(
      () => (window as unknown as { watched: RecordedRequests }).watched.asked,
    );
    const times = asked.filter(({ what }) => what.includes(procedure)).map(({ at }) => at);
    return times.slice(1).map((at, index) => at - (times[index] ?? 0));
  }

  test('without push, the status is polled every 10 s, the balance every 5 s, an album every 3 s', {
    tag: '@desktop',
  }, async ({ page, seeds }) => {
    // The push connection opens, but never sends anything.
    await page.route('**/api/trpc/changes.watch*', () => {});
    await watchCalls(page);
    const user = await seeds.signIn(page, ['running', 'light', 'dark']);
    await seeds.album(user, 'Nonna');
    await page.clock.install();
    await page.goto('/en/create');
    await expect(page.getByRole('heading', { name: texts.en.progress.title })).toBeVisible();
    await expect(page.getByText(/number \d+ in the queue/)).toBeVisible();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.evaluate(
      () => ((window as unknown as { watched: RecordedRequests }).watched.asked.length = 0),
    );
    await pass(page, 21_000);
    for (const [procedure, interval, least] of [
      ['video.status', 10_000, 1],
      ['credits.balance', 5000, 3],
      ['album.status', 3000, 5],
    ] as const) {
      const found = await intervals(page, procedure);
      expect([procedure, found.length >= least, found]).toEqual([procedure, true, found]);
      // An interval starts when the previous call is answered: a step or two of the clock later.
      expect([procedure, found.filter((each) => each < interval || each > interval + 2 * step)]).toEqual([
        procedure,
        [],
      ]);
    }
  });

  test('a toast stays for 5 s', { tag: '@phone' }, async ({ page, seeds }) => {
    await seeds.signIn(page, []);
    await page.clock.install();
    await page.goto('/it/create');
    await expect(page.getByText(texts.it.upload.staysHere)).toBeVisible();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const file = { name: 'note.txt', mimeType: 'text/plain', buffer: Buffer.from('no photo') };
    await page.locator('input[type=file]:not([capture])').first().setInputFiles(file);
    const toast = page.getByRole('alert').getByText(texts.it.upload.invalidType);
    /** Advances the clock until the page shows this many toasts; resolves with the page's time then. */
    const timeOf = async (count: number) => {
      const stepped = async () => {
        await page.clock.runFor(50);
        await settle(page);
        return toast.count();
      };
      await expect.poll(stepped, { intervals: [50] }).toBe(count);
      return page.evaluate(() => Date.now());
    };
    const shown = await timeOf(1);
    await page.clock.runFor(4800);
    await settle(page);
    await expect(toast).toBeVisible();
    const hidden = await timeOf(0);
    expect(hidden - shown).toBeGreaterThanOrEqual(4900);
    expect(hidden - shown).toBeLessThanOrEqual(5500);
  });

  test('three skeletons are shown while the videos load, in two or three columns', {
    tag: '@desktop',
  }, async ({ page, seeds }) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    await page.route(/video\.tasks/, async (route) => {
      await promise;
      await route.continue();
    });
    await seeds.signIn(page, ['light', 'dark', 'light', 'dark']);
    await page.goto('/it/create');
    await expect(page.getByTestId('skeleton')).toHaveCount(3);
    const columns = () =>
      page
        .locator('section[aria-labelledby=gallery-title]')
        .locator('ul, [role=status]')
        .filter({ has: page.locator(':scope > *') })
        .last()
        .evaluate((grid) => getComputedStyle(grid).gridTemplateColumns.split(' ').length);
    const atEachWidth = async () => {
      const found: number[] = [];
      for (const width of [360, 768, 1440]) {
        await page.setViewportSize({ width, height: 900 });
        found.push(await columns());
      }
      return found;
    };
    expect(await atEachWidth()).toEqual([2, 2, 3]);
    resolve();
    await expect(page.locator('[data-card]')).toHaveCount(4);
    expect(await atEachWidth()).toEqual([2, 2, 3]);
  });
});

/** The times, by the page's clock, at which a film with a label began, and at which the page was told that it is seen. */
interface Watched {
  played: number[];
  seen: number[];
}

test('the demo starts by itself half a second after it has come into view', { tag: '@desktop' }, async ({
  page,
}) => {
  await page.addInitScript(() => {
    const watched: Watched = { played: [], seen: [] };
    const { play } = HTMLMediaElement.prototype;
    HTMLMediaElement.prototype.play = function (this: HTMLMediaElement) {
      if (this.getAttribute('aria-label')) watched.played.push(Date.now());
      return play.call(this);
    };
    // The browser reports intersections at its own pace, however little time passes on the page's clock: what counts is
    // when the page hears of it.
    window.IntersectionObserver = class extends IntersectionObserver {
      constructor(callback: IntersectionObserverCallback, options?: IntersectionObserverInit) {
        super((entries, observer) => {
          const last = entries.at(-1);
          if (options?.threshold === 0.25 && last?.isIntersecting && last.target.matches('video[aria-label]'))
            watched.seen.push(Date.now());
          callback(entries, observer);
        }, options);
      }
    };
    Object.assign(window, { watched });
  });
  await page.clock.install();
  await page.goto('/en');
  // The page is hydrated once moving pictures have a pause button.
  await page.keyboard.press('Shift');
  await expect(page.getByRole('button', { name: /^Pause/ }).first()).toBeVisible();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByRole('button', { name: texts.en.landing.watchDemo }).click();
  await expect(page.getByRole('heading', { name: texts.en.landing.demo.heading })).toBeFocused();
  const watched = () => page.evaluate(() => (window as unknown as { watched: Watched }).watched);
  const step = 20;
  const stepped = async () => {
    await page.clock.runFor(step);
    await settle(page);
    return (await watched()).played.length;
  };
  await expect.poll(stepped, { intervals: [step] }).toBe(1);
  const { played, seen } = await watched();
  expect(seen).toHaveLength(1);
  const delay = (played[0] ?? 0) - (seen[0] ?? 0);
  expect(delay).toBeGreaterThanOrEqual(500);
  expect(delay).toBeLessThanOrEqual(500 + 2 * step);
});
