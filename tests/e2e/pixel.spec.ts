import type { Browser, BrowserContext, Page } from '@playwright/test';
import { languages } from '#shared/languages.ts';
import { choosePackage, enterCoupon, fill, pay } from './support/shop.ts';
import { expect, expectSound, oneScreen, signUp, still, test, texts } from './support/test.ts';

test.use({ settings: { PIXEL_ID: '123456789012345' } });
// Serial, so that one worker and its Memori serve them all.
test.describe.configure({ mode: 'default' });

interface Watched {
  page: Page;
  context: BrowserContext;
  /** Requests to other hosts, in order. */
  foreign: string[];
  /** The events passed to the pixel, as `name` or `name currency value`. */
  sent: string[];
  /** The page addresses at the time of each event. */
  seenAt: string[];
}

/** Replaces Meta's script: takes over the queue, and reports to the test what it would send. */
const stand_in = `(() => {
  const tell = (...call) => window.tellTest(call, location.href);
  window.fbq.callMethod = tell;
  for (const call of window.fbq.queue.splice(0)) tell(...call);
})()`;

async function openWatched(browser: Browser, home: string): Promise<Watched> {
  const { viewport, isMobile, hasTouch } = test.info().project.use;
  const context = await browser.newContext({
    baseURL: home,
    ...still.contextOptions,
    ...(viewport && { viewport }),
    ...(isMobile && { isMobile }),
    ...(hasTouch && { hasTouch }),
  });
  const watched: Watched = { page: await context.newPage(), context, foreign: [], sent: [], seenAt: [] };
  context.on('request', (request) => {
    if (new URL(request.url()).origin !== home) watched.foreign.push(request.url());
  });
  await context.exposeFunction('tellTest', (call: unknown[], href: string) => {
    if (call[0] !== 'track') return;
    const parameters = call[2] as { currency: string; value: number } | undefined;
    watched.sent.push([call[1], ...(parameters ? [parameters.currency, parameters.value] : [])].join(' '));
    watched.seenAt.push(href);
  });
  await context.route('https://connect.facebook.net/**', (route) =>
    route.fulfill({ contentType: 'text/javascript', body: stand_in }),
  );
  return watched;
}

for (const language of languages) {
  const t = texts[language];

  test(
    `${language}: nothing is loaded before consent, and refusing is as easy and is remembered`,
    oneScreen(language),
    async ({ browser, memori }) => {
      const { page, context, foreign, sent } = await openWatched(browser, memori.url);
      await page.goto(`/${language}`);
      const bar = page.getByRole('region', { name: t.consent.title });
      await expect(bar).toBeVisible();
      await expectSound(page);
      const [refuse, accept] = await Promise.all(
        [t.consent.refuse, t.consent.accept].map((name) => bar.getByRole('button', { name }).boundingBox()),
      );
      expect(refuse?.width).toBeCloseTo(accept?.width ?? 0, 0);
      expect(refuse?.height).toBe(accept?.height);
      expect(refuse?.height).toBeGreaterThanOrEqual(44);
      await bar.getByRole('button', { name: t.consent.refuse }).click();
      await expect(bar).toBeHidden();

      await signUp(page, language);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: t.create.heading })).toBeVisible();
      await expect(bar).toBeHidden();
      expect(foreign).toEqual([]);

      await page.getByRole('button', { name: t.consent.choices }).click();
      await expect(bar.getByText(t.consent.present.refused)).toBeVisible();
      await expectSound(page);
      await bar.getByRole('button', { name: t.consent.accept }).click();
      // Events from before the consent are not sent; the current view is.
      await expect.poll(() => sent).toEqual(['ViewContent']);
      expect(foreign).toEqual(['https://connect.facebook.net/en_US/fbevents.js']);

      await page.getByRole('button', { name: t.consent.choices }).click();
      await bar.getByRole('button', { name: t.consent.refuse }).click();
      await page.reload();
      await expect(page.getByRole('heading', { level: 1, name: t.create.heading })).toBeVisible();
      expect(foreign).toHaveLength(1);
      await context.close();
    },
  );

  test(
    `${language}: after consent each event is sent once, with its value`,
    oneScreen(language),
    async ({ browser, memori }) => {
      const { page, context, sent, seenAt } = await openWatched(browser, memori.url);
      await page.goto(`/${language}`);
      await page.getByRole('button', { name: t.consent.accept }).click();
      await signUp(page, language);
      await expect.poll(() => sent.toSorted()).toEqual(['CompleteRegistration', 'ViewContent']);
      // A change of language is no further view.
      for (const other of [...languages.filter((one) => one !== language), language]) {
        await page.getByRole('link', { name: new RegExp(`^${other.toUpperCase()}`) }).click();
        await expect(
          page.getByRole('heading', { level: 1, name: texts[other].create.heading }),
        ).toBeVisible();
      }
      await page.getByRole('link', { name: t.credits.more }).click();
      const payment = await choosePackage(page, language, 'heritage');
      await enterCoupon(payment, language, 'MEMORI10');
      await pay(payment, language);
      await expect(payment.getByText(fill(t.payment.doneText_other, 6))).toBeVisible();
      await expect(page).toHaveURL(/\/create$/);
      const once = ['CompleteRegistration', 'InitiateCheckout', 'Purchase EUR 8.09', 'Subscribe EUR 8.09'];
      await expect.poll(() => sent.filter((event) => event !== 'ViewContent').toSorted()).toEqual(once);
      await payment.reload();
      // One for each time that the page was opened: at sign-up, twice on the way back, and now.
      await expect.poll(() => sent.filter((event) => event === 'ViewContent')).toHaveLength(4);
      expect(sent.filter((event) => event !== 'ViewContent').toSorted()).toEqual(once);
      expect(seenAt.filter((href) => href.includes('session_id'))).toEqual([]);
      await context.close();
    },
  );
}
