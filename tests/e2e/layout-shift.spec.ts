import type { Page } from '@playwright/test';
import { appPages, href } from '#shared/pages.ts';
import { expect, still, test } from './support/test.ts';

test.use({ ...still, viewport: { width: 360, height: 740 } });

/** The sum of all layout shifts since the page was opened, and what has moved: https://web.dev/articles/cls */
const shiftsOf = (page: Page) =>
  page.evaluate(() => {
    const entries = (window as unknown as { shifts: { value: number; sources: { node: Node | null }[] }[] })
      .shifts;
    return {
      score: entries.reduce((sum, { value }) => sum + value, 0),
      moved: entries.flatMap(({ sources }) => sources.map(({ node }) => node?.textContent?.slice(0, 40))),
    };
  });

/** Until every request but the stream of changes was answered, and nothing is loading on the page any more. */
async function untilComplete(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isBusy = document.querySelector(
      '[data-testid=skeleton], .mantine-Skeleton-root, .mantine-Loader-root',
    );
    const images = [...document.images].filter(({ loading }) => loading !== 'lazy');
    return !isBusy && document.querySelector('footer') && images.every(({ complete }) => complete);
  });
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => document.fonts.ready);
  // What the last answer changed was painted.
  await page.evaluate(
    () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve))),
  );
}

test('nothing moves while a page of the app loads on a slow phone', { tag: '@phone' }, async ({
  page,
  context,
  seeds,
}) => {
  test.slow();
  await seeds.album(await seeds.signIn(page, ['light', 'dark', 'light', 'failed']), 'Nonna Rosa');
  await context.addInitScript(() => {
    const shifts: PerformanceEntry[] = [];
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => shifts.push(...list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    });
  });
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  // So that answers come one after the other, as they do outside of a test.
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 100,
    downloadThroughput: 400_000,
    uploadThroughput: 100_000,
  });
  const found: Record<string, unknown> = {};
  for (const each of appPages)
    for (const visit of ['first', 'reloaded']) {
      const query = each === 'checkout' ? { query: { package: 'heritage' } } : {};
      await (visit === 'first' ? page.goto(href('it', each, query)) : page.reload());
      await untilComplete(page);
      const { score, moved } = await shiftsOf(page);
      if (score >= 0.02) found[`${each} ${visit}`] = { score, moved };
    }
  expect(found).toEqual({});
});

test('the landing page fetches no styles that are in its document', { tag: '@phone' }, async ({
  page,
  seeds,
}) => {
  await seeds.signIn(page, []);
  const styles: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') styles.push(request.url());
  });
  await page.goto('/it');
  // Its scripts were loaded.
  await expect(page.getByRole('button', { name: /^Account di / })).toBeVisible();
  await page.waitForLoadState('networkidle');
  expect(styles).toEqual([]);
});
