import { randomBytes, randomUUID } from 'node:crypto';
import axe, { type AxeResults } from 'axe-core';
import { test as base, expect, type Page, type Route } from '@playwright/test';
import type { Language } from '#shared/languages.ts';
import { portrait } from '#tests/support/photos.ts';
import { texts } from '#tests/support/texts.ts';
import { createMemoris, type Memoris, type Settings, type TestMemori } from './memoris.ts';
import type { Seeds } from './seeded.ts';

export { expect };

export { texts };

/** For a long test that every language needs, but not on every screen: English on desktop, Italian on the phone. */
export const oneScreen = (language: Language) => ({ tag: language === 'en' ? '@desktop' : '@phone' });

/** For tests that need no playback: videos that play cost more than everything else. */
export const still = { contextOptions: { reducedMotion: 'reduce' } } as const;

/** For tests that look at no preview: loading its models costs more than the page that they are for. */
export const noModels = { savesData: true } as const;

/** Playwright's own message if playwright.config.ts blocks the service worker. */
const blockedWorker = 'Service Worker registration blocked by Playwright';

/** Until a film is made, which takes minutes on a busy machine. */
export const made = { timeout: 600_000 } as const;

export const password = 'correct horse';

/** Without a graphics card, Chromium renders WebGL in software, and warns that this is slow. */
const softwareGl = /GPU stall due to ReadPixels/;

/**
 * On a slow machine, the scripts that render a page may take longer than Chromium's patience with the two fonts, or a
 * film with its poster. pages.spec.ts checks that both fonts are used.
 */
const latePreload =
  /^The resource http:\/\/[^/ ]+\/(assets\/(fraunces|figtree)-[\w-]+\.woff2|api\/public\/\S+\/poster\.jpg) was preloaded using link preload but not used within a few seconds /;

/** What Chromium says of the machine rather than of the page. */
const ofMachine = [softwareGl, latePreload];

interface WorkerFixtures {
  memoris: Memoris;
}

interface TestFixtures {
  /** The settings of the test's Memori beyond the defaults. Files with any stay in one worker (`mode: 'default'`). */
  settings: Settings;
  /** For tests that look at the size or the quality of a video that they make; others get it at half size. */
  fullSize: boolean;
  memori: TestMemori;
  seeds: Seeds;
  /** Whether the visitor's browser asks to save data: the preview's models are not loaded. */
  savesData: boolean;
  /**
   * Allows an error that this test provokes intentionally, on the console (such as the browser's own message about a 402:
   * its text, followed by the path it is about) or thrown by the page (its text).
   */
  expectNoise: (pattern: RegExp) => void;
  announced: RegExp[];
}

/**
 * A real Memori, shared by the tests of a worker, and a page that fails its test if it, or a tab that it opened, logged
 * an error to the console, threw, violated the content security policy, or sent a request to another host.
 */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  memoris: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from the pattern.
    async ({}, provide) => {
      const memoris = createMemoris();
      await provide(memoris);
      await memoris.close();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  settings: [{}, { option: true }],
  fullSize: [false, { option: true }],
  memori: async ({ memoris, settings, fullSize }, provide) =>
    provide(await memoris.with({ settings, fullSize })),
  seeds: async ({ memori }, provide) => provide(await memori.seeds()),
  savesData: [false, { option: true }],
  context: async ({ context, savesData }, provide) => {
    // Chromium logs only some of them.
    await context.addInitScript(() =>
      document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
        console.error(`The content security policy blocked ${blockedURI} (${violatedDirective})`),
      ),
    );
    if (savesData)
      await context.addInitScript(() => {
        const { connection } = navigator as Navigator & { connection: object };
        Object.defineProperty(connection, 'saveData', { value: true });
      });
    await provide(context);
  },
  baseURL: async ({ memori }, provide) => provide(memori.url),
  // Limits by address stay as in production: each test is a visitor from another address.
  extraHTTPHeaders: async ({ extraHTTPHeaders }, provide) =>
    provide({ ...extraHTTPHeaders, 'x-forwarded-for': randomAddress() }),
  // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from the pattern.
  announced: async ({}, provide) => provide([]),
  expectNoise: async ({ announced }, provide) => provide((pattern) => void announced.push(pattern)),
  page: async ({ page, context, baseURL, announced }, provide) => {
    const complaints: string[] = [];
    const complain = (complaint: string) => {
      if (!announced.some((pattern) => pattern.test(complaint))) complaints.push(complaint);
    };
    context.on('console', (message) => {
      if (!['error', 'warning'].includes(message.type())) return;
      if (ofMachine.some((pattern) => pattern.test(message.text())) || message.text() === blockedWorker)
        return;
      const { url } = message.location();
      complain(`${message.text()} ${URL.canParse(url) ? new URL(url).pathname : url}`);
    });
    context.on('weberror', (error) => complain(error.error().message));
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      if (protocol.startsWith('http') && origin !== baseURL) complaints.push(`a request to ${request.url()}`);
    });
    await provide(page);
    expect(complaints).toEqual([]);
  },
});

/** A private address (RFC 1918). */
const randomAddress = () => `10.${Array.from(randomBytes(3)).join('.')}`;

/** Signs up through the page's own form; afterwards the page is the create page in that language. */
export async function signUp(
  page: Page,
  language: Language,
  email = `nonna-${randomUUID()}@example.com`,
): Promise<string> {
  const { auth, create } = texts[language];
  await page.goto(`/${language}/create`);
  await page.getByLabel(auth.email, { exact: true }).fill(email);
  await page.getByLabel(auth.password, { exact: true }).fill(password);
  await page.getByRole('button', { name: auth.signUp.submit }).click();
  await expect(page.getByRole('heading', { level: 1, name: create.heading })).toBeVisible();
  return email;
}

/** Signs up without the form, for tests that are not about it. Opens no page; resolves with the email address. */
export async function enter(page: Page): Promise<string> {
  const email = `nonna-${randomUUID()}@example.com`;
  const answer = await page.request.post('/api/auth/signup', { data: { email, password } });
  expect(answer.status()).toBe(201);
  return email;
}

/** The same, and opens the create page. */
export async function enterToCreate(page: Page, language: Language): Promise<string> {
  const email = await enter(page);
  await page.goto(`/${language}/create`);
  return email;
}

/**
 * Answers requests to `url` by `answer` until `release`, which is also returned, is called; later ones reach the server.
 * The route stays: when a page's last route is removed, as by Playwright's own `times`, requests in flight may never be
 * answered.
 */
export async function intercept(
  page: Page,
  url: string | RegExp,
  answer: (route: Route, release: () => void) => Promise<void>,
): Promise<() => void> {
  let released = false;
  const release = () => {
    released = true;
  };
  await page.route(url, (route) => (released ? route.fallback() : answer(route, release)));
  return release;
}

/** The same for the first request only. */
export async function interceptOnce(
  page: Page,
  url: string | RegExp,
  answer: (route: Route) => Promise<void>,
): Promise<void> {
  await intercept(page, url, (route, release) => {
    release();
    return answer(route);
  });
}

/** Chooses a photo, as if it had been picked or dropped. */
export async function choosePhoto(page: Page, photo?: Buffer, name = 'nonna.jpg'): Promise<void> {
  const file = { name, mimeType: 'image/jpeg', buffer: photo ?? (await portrait()) };
  // Not the input for files that are dropped elsewhere on the page.
  await page.locator('input[type=file]:not([capture])').first().setInputFiles(file);
}

const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** The violations that axe finds on the current page: a line for each rule, with the elements concerned. */
async function violations(page: Page): Promise<string[]> {
  // Once per document: it is half a megabyte.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source);
  return page.evaluate(async (values) => {
    const { run } = (window as unknown as { axe: { run(node: Node, options: object): Promise<AxeResults> } })
      .axe;
    const options = { runOnly: { type: 'tag', values }, resultTypes: ['violations'] };
    const modal = document.querySelector('[aria-modal=true]');
    // Elements behind a dialog can't be pressed, and may be partly covered by it.
    const behind = (target: unknown) =>
      modal && typeof target === 'string' && !modal.contains(document.querySelector(target));
    const found = (await run(document, options)).violations
      .map(({ id, nodes }) => ({
        id,
        nodes: nodes.filter(({ target }) => id !== 'target-size' || !behind(target[0])),
      }))
      .filter(({ nodes }) => nodes.length > 0);
    return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  }, rules);
}

/**
 * Runs in the page: finishes fading animations, whose contrast is that of neither state. A change of colours or width
 * starts animations within the next two frames; a dialog takes two until it asks React for its animation, which React
 * renders before the next one.
 */
async function standStill(): Promise<void> {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
  for (;;) {
    for (let frame = 0; frame < 4; frame += 1) await nextFrame();
    // Scroll-driven animations never finish, and fade nothing.
    const fading = document.getAnimations().filter(({ effect, timeline, playState }) => {
      const ends = effect?.getComputedTiming().iterations !== Infinity;
      return playState === 'running' && timeline instanceof DocumentTimeline && ends;
    });
    if (fading.length === 0) return;
    for (const animation of fading) animation.finish();
  }
}

/**
 * Runs in the page: every text below 16 px that can be seen, but for the rows of the album form. The API reference and the
 * payment sandbox are not for families.
 */
function smallTexts(): string[] {
  if (!document.getElementById('root')) return [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const found = new Set<string>();
  while (walker.nextNode()) {
    const { parentElement: parent, textContent } = walker.currentNode;
    const words = textContent?.trim();
    if (!parent || !words || parent.closest('[role=dialog] li')) continue;
    const range = document.createRange();
    range.selectNodeContents(walker.currentNode);
    const isSeen = range.getClientRects().length > 0 && getComputedStyle(parent).clipPath === 'none';
    if (isSeen && parseFloat(getComputedStyle(parent).fontSize) < 16) found.add(words);
  }
  return [...found];
}

/** Expects no violation that axe can detect (WCAG 2.2 A and AA), no text below 16 px, and no horizontal overflow. */
export async function expectSound(page: Page): Promise<void> {
  await page.evaluate(standStill);
  expect(await violations(page)).toEqual([]);
  expect(await page.evaluate(smallTexts)).toEqual([]);
  // A phone zooms out until everything fits: the window's width would hide the overflow.
  const overflow = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return scrollWidth - clientWidth;
  });
  expect(overflow).toBeLessThanOrEqual(0);
  // The browser's own tooltips appear at unpredictable times, and are unavailable without a mouse.
  await expect(page.locator('body [title]')).toHaveCount(0);
}

/** The same for the current page at 360, 768 and 1440 px, in both colour schemes. */
export async function expectSoundEverywhere(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    // Mantine is notified by an event and sets an attribute on the document.
    await expect(page.locator('html')).not.toHaveAttribute(
      'data-mantine-color-scheme',
      colorScheme === 'light' ? 'dark' : 'light',
    );
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectSound(page);
    }
  }
}
