import { languages } from '#shared/languages.ts';
import { href } from '#shared/pages.ts';
import { enter, expect, expectSoundEverywhere, oneScreen, still, test, texts } from './support/test.ts';

test.use(still);

for (const language of languages) {
  const { landing, chat, titles } = texts[language];
  test(
    `${language}: the landing page has its title and texts in its language`,
    oneScreen(language),
    async ({ page }) => {
      await page.goto(`/${language}`);
      await expect(page.getByRole('heading', { name: landing.headline })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      await expect(page).toHaveTitle(titles.landing);
    },
  );

  test(
    `${language}: the chat button opens a conversation with the greeting`,
    oneScreen(language),
    async ({ page }) => {
      await page.goto(`/${language}`);
      const button = page.getByRole('link', { name: chat.newTab });
      await expect(button).toHaveAttribute(
        'href',
        `https://wa.me/?text=${encodeURIComponent(chat.greeting)}`,
      );
      await expect(button).toHaveAttribute('target', '_blank');
      await expect(button).toHaveAttribute('rel', /noopener/);
    },
  );
}

for (const language of languages)
  test(`${language}: the operator’s legal pages are public`, oneScreen(language), async ({ page }) => {
    for (const name of ['privacy', 'terms', 'imprint', 'accessibility'] as const) {
      await page.goto(`/${language}/${name}`);
      await expect(page.getByRole('heading', { level: 1, name: texts[language].footer[name] })).toBeVisible();
      await expectSoundEverywhere(page);
    }
  });

test('the root and unprefixed paths redirect to the visitor’s language and keep the query', {
  tag: '@desktop',
}, async ({ page, browser, baseURL }) => {
  await page.goto('/');
  await expect(page).toHaveURL(/\/en$/);
  await page.goto('/checkout?package=eternal');
  await expect(page).toHaveURL(/\/en\/checkout\?package=eternal$/);
  const context = await browser.newContext({ locale: 'it-IT', ...(baseURL ? { baseURL } : {}) });
  const italian = await context.newPage();
  await italian.goto('/packages');
  await expect(italian).toHaveURL(/\/it\/packages$/);
  await context.close();
});

test('back links lead where the specification says', { tag: '@desktop' }, async ({ page }) => {
  await page.goto('/it');
  for (const path of ['/it/create', '/it/packages', '/it/checkout?package=heritage']) {
    // Without a session, the sign-up screen replaces each of them.
    await page.goto(path);
    await page.getByRole('link', { name: texts.it.auth.back }).click();
    await expect(page).toHaveURL(/\/it$/);
  }
  await enter(page);
  await page.goto('/it/create');
  await page.getByRole('link', { name: texts.it.header.back }).click();
  await expect(page).toHaveURL(/\/it$/);
  await page.goto('/it/packages');
  await page.getByRole('link', { name: texts.it.packages.back }).click();
  await expect(page).toHaveURL(/\/it\/create$/);
});

test('switching the language stays on the page and is remembered', async ({ page }) => {
  await page.goto('/en/checkout?package=eternal');
  await expect(page.getByRole('heading', { name: texts.en.auth.signUp.title })).toBeVisible();
  await page.goto('/en');
  await page.getByRole('link', { name: /^(IT|Italiano)/ }).click();
  await expect(page).toHaveURL(/\/it$/);
  await expect(page.getByRole('heading', { name: texts.it.landing.headline })).toBeVisible();
  await page.goto('/create');
  await expect(page).toHaveURL(/\/it\/create$/);
});

test('unknown paths are answered with status 404', { tag: '@desktop' }, async ({ page, expectNoise }) => {
  expectNoise(/404 \(Not Found\) \/en\/nowhere$/);
  expectNoise(/404 \(Not Found\) \/fr\/create$/);
  expect((await page.goto('/en/nowhere'))?.status()).toBe(404);
  expect((await page.goto('/fr/create'))?.status()).toBe(404);
  expect((await page.goto('/en/create'))?.status()).toBe(200);
});

test('screens cross-fade unless reduced motion is requested, and are usable at once', {
  tag: '@desktop',
}, async ({ page, seeds }) => {
  await page.addInitScript(() => {
    const begin = Document.prototype.startViewTransition;
    Document.prototype.startViewTransition = function (...given) {
      const transition = begin.apply(this, given);
      const note = () => {
        const moves = document.getAnimations().some(({ effect }) => {
          const part = effect instanceof KeyframeEffect ? effect.pseudoElement : null;
          // Animations without a duration only hide what must not move.
          const lasts = Number(effect?.getComputedTiming().duration) > 0;
          return lasts && part?.startsWith('::view-transition') === true;
        });
        if (moves) document.documentElement.dataset['melted'] = 'yes';
      };
      // A transition with nothing to show is skipped.
      transition.ready.then(note, () => undefined);
      return transition;
    };
  });
  const { credits, packages } = texts.en;
  await seeds.signIn(page, []);
  await page.goto('/en/create');
  const melted = page.locator('html');
  const heading = page.getByRole('heading', { name: packages.heading });
  await page.getByRole('link', { name: credits.more }).click();
  await expect(heading).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await page.goBack();
  await expect(page.getByRole('link', { name: credits.more })).toBeVisible();
  await expect(melted).not.toHaveAttribute('data-melted');
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.getByRole('link', { name: credits.more }).click();
  await expect(heading).toBeVisible();
  await expect(page.getByRole('main')).toBeFocused();
  await expect(melted).toHaveAttribute('data-melted', 'yes');
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
  await page.goBack();
  await expect(page.getByRole('link', { name: credits.more })).toBeVisible();
});

test('documents cross-fade into each other, and log no error', { tag: '@desktop' }, async ({
  page,
  seeds,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    addEventListener('pagereveal', ({ viewTransition }) => {
      document.documentElement.dataset['revealed'] = viewTransition ? 'crossfaded' : 'at once';
    });
  });
  const { taskIds } = await seeds.signIn(page, ['light']);
  const shown = (how: string) => expect(page.locator('html')).toHaveAttribute('data-revealed', how);
  await page.goto(href('en', 'video', { id: taskIds[0] ?? '' }));
  await shown('at once');
  await page.getByRole('link', { name: texts.en.shared.own.answer }).click();
  await expect(page).toHaveURL(/create$/);
  await shown('crossfaded');
  for (const next of ['/en', '/en/account', '/api/docs', href('en', 'terms')]) {
    await page.evaluate((address) => window.location.assign(address), next);
    await expect(page).toHaveURL(next);
    await shown('crossfaded');
  }
});

test('the fonts and the poster that a page preloads are used by it', { tag: '@desktop' }, async ({
  page,
  seeds,
}) => {
  const { taskIds } = await seeds.signIn(page, ['light']);
  for (const address of ['/en', href('en', 'video', { id: taskIds[0] ?? '' })]) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const unused = () =>
      page.evaluate(() => {
        const fonts = [...document.fonts].filter(({ status }) => status === 'loaded');
        const families = fonts.map(({ family }) => family.toLowerCase());
        const posters = [...document.querySelectorAll('video')].map(({ poster }) => poster);
        return [...document.querySelectorAll<HTMLLinkElement>('link[rel=preload]')]
          .filter(({ href: preloaded, as: kind }) =>
            kind === 'font'
              ? !families.some((family) => preloaded.includes(`/assets/${family.split(' ')[0]}-`))
              : !posters.includes(preloaded),
          )
          .map(({ href: preloaded }) => preloaded);
      });
    expect(await page.locator('link[rel=preload]').count()).toBeGreaterThan(1);
    await expect.poll(unused, address).toEqual([]);
  }
});
