import type { Page } from '@playwright/test';
import { href } from '#shared/pages.ts';
import { choose, menuOf } from './support/card-menu.ts';
import { fill } from './support/shop.ts';
import { choosePhoto, expect, expectSound, still, test, texts } from './support/test.ts';
import { keepToasts } from './support/toasts.ts';

test.use(still);

const { common, create, gallery, albumForm, upload, packages, history, mail, notFound, auth } = texts.en;
const { account, developers, filmPreview, frames, boxes, footer, gift } = texts.en;

/** Active controls smaller than a touch target (44 px, WCAG 2.5.5), except for links within a sentence. */
function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    Array.from(document.querySelectorAll<HTMLElement>('a[href], button, input, summary, [role=slider]'))
      .filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }))
      .filter((element) => !(element.matches('a') && getComputedStyle(element).display === 'inline'))
      // The skip link and file inputs are off the screen or have no size.
      .map((element) => ({ element, box: (element.closest('label') ?? element).getBoundingClientRect() }))
      .filter(({ box }) => box.width > 1 && box.height > 1 && box.bottom > 0 && box.right > 0)
      .filter(({ box }) => Math.min(box.width, box.height) < 43.5)
      .map(({ element, box }) => `${box.width} x ${box.height}: ${element.outerHTML.slice(0, 160)}`),
  );
}

/** The visible share of an element, 0 to 1. */
const inView = (page: Page, name: string) =>
  expect(page.getByRole('button', { name, exact: true }).first()).toBeInViewport({ ratio: 1 });

test('all touch targets are large enough', async ({ page, seeds, expectNoise }) => {
  expectNoise(/status of 404 \(Not Found\) \/en\/nowhere$/);
  await page.goto('/en');
  expect(await smallTargets(page)).toEqual([]);
  await page.goto('/en/create');
  await expect(page.getByRole('heading', { name: auth.signUp.title })).toBeVisible();
  expect(await smallTargets(page)).toEqual([]);

  await seeds.signIn(page, ['failed', 'light', 'dark']);
  await page.goto('/en/create');
  await expect(page.getByRole('heading', { name: fill(gallery.title, 2) })).toBeVisible();
  await choosePhoto(page);
  await expect(page.getByRole('heading', { name: upload.chosenTitle })).toBeVisible();
  expect(await smallTargets(page)).toEqual([]);
  await page.getByRole('button', { name: gallery.selectAll }).click();
  await page.getByRole('button', { name: gallery.createAlbum, exact: true }).click();
  await expect(page.getByLabel(albumForm.name)).toBeVisible();
  for (const title of [albumForm.look, albumForm.words]) await page.getByText(title).click();
  await page.getByRole('button', { name: filmPreview.open }).click();
  await expect(page.getByRole('slider', { name: filmPreview.position })).toBeVisible();
  expect(await smallTargets(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: history.open }).click();
  await expect(page.getByRole('dialog', { name: history.title })).toBeVisible();
  expect(await smallTargets(page)).toEqual([]);

  for (const [place, heading] of [
    ['packages', packages.heading],
    ['account', account.heading],
    ['developers', developers.heading],
    ['frame', frames.heading],
    ['box', boxes.heading],
    ['privacy', footer.privacy],
    ['mail?token=none', mail.askTitle],
    ['nowhere', notFound.title],
  ] as const) {
    await page.goto(`/en/${place}`);
    await expect(page.getByRole('heading', { name: heading })).toBeVisible();
    expect(await smallTargets(page)).toEqual([]);
  }
});

test('the photo comes first, and the generate button is always in view', async ({ page, seeds }) => {
  await seeds.signIn(page, []);
  await page.goto('/en/create');
  await expect(page.getByText(upload.staysHere)).toBeVisible();
  const heading = await page.getByRole('heading', { name: create.heading }).boundingBox();
  const photo = await page.getByRole('heading', { name: upload.title }).boundingBox();
  expect(heading?.y).toBeLessThan(200);
  expect(photo?.y).toBeLessThan(280);
  await inView(page, upload.generate);
  await choosePhoto(page);
  await expect(page.getByRole('heading', { name: upload.chosenTitle })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  await inView(page, upload.generate);
  // Floating elements are nowhere near it.
  const chat = page.getByRole('complementary', { name: texts.en.chat.label }).getByRole('link');
  await expect
    .poll(async () => {
      const [bubble, button] = await Promise.all([
        chat.boundingBox(),
        page.getByRole('button', { name: upload.generate }).boundingBox(),
      ]);
      const apart =
        !bubble || !button || bubble.x >= button.x + button.width || bubble.y >= button.y + button.height;
      return apart || bubble.y + bubble.height <= button.y;
    })
    .toBe(true);
});

test('the chat covers no sentence, and is there at the end of each page', async ({ page, seeds }) => {
  await seeds.signIn(page, ['light']);
  for (const address of ['/en', '/en/account', '/it/create', '/en/packages']) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const chat = page.locator('#chat');
    await expect(chat.getByRole('link')).toHaveAttribute('href', /text=/);
    // What loads later moves the end of the page.
    const isTuckedAtTheEnd = () =>
      chat.evaluate((place) => {
        window.scrollTo(0, document.documentElement.scrollHeight);
        return place.hasAttribute('data-tucked');
      });
    await expect.poll(isTuckedAtTheEnd, address).toBe(false);
    await page.evaluate(() => {
      const { left, top } = document.querySelector('#chat > a')!.getBoundingClientRect();
      const words = document.createElement('p');
      words.textContent = 'Nonna Rosa';
      Object.assign(words.style, { position: 'fixed', left: `${left}px`, top: `${top}px` });
      document.body.append(words);
    });
    await expect(chat, address).toHaveAttribute('data-tucked');
  }
});

test('the chat covers no player, no list of choices and no field', async ({ page, seeds }) => {
  await seeds.signIn(page, []);
  await page.goto('/en/account');
  const chat = page.locator('#chat');
  await expect(chat.getByRole('link')).toHaveAttribute('href', /text=/);
  for (const kind of ['audio', 'select', 'textarea']) {
    await page.evaluate((name) => {
      window.scrollTo(0, document.documentElement.scrollHeight);
      // Where it will be: it may still be on its way back.
      const { offsetLeft: left, offsetTop: top } = document.querySelector<HTMLElement>('#chat > a')!;
      const control = document.createElement(name);
      control.id = 'below';
      control.toggleAttribute('controls', true);
      const size = { width: '4rem', height: '4rem' };
      Object.assign(control.style, { position: 'fixed', left: `${left}px`, top: `${top}px`, ...size });
      document.body.append(control);
    }, kind);
    await expect(chat, kind).toHaveAttribute('data-tucked');
    await page.evaluate(() => document.querySelector('#below')?.remove());
    await expect(chat, kind).not.toHaveAttribute('data-tucked');
  }
});

test('on prerendered pages, the chat covers no control', async ({ page, seeds }) => {
  const { taskIds } = await seeds.signIn(page, ['light']);
  await page.context().clearCookies();
  for (const address of [href('en', 'video', { id: taskIds[0] ?? '' }), '/en']) {
    await page.goto(address);
    const chat = page.getByRole('complementary', { name: texts.en.chat.label });
    await expect(chat.getByRole('link')).toHaveAttribute('href', /text=/);
    const control = page.getByRole('contentinfo').getByRole('link').first();
    // The control is moved to where the chat floats.
    await control.evaluate((link) => {
      const { left, top } = document.querySelector('#chat > a')!.getBoundingClientRect();
      Object.assign(link.style, { position: 'fixed', left: `${left}px`, top: `${top}px`, zIndex: '1' });
      window.dispatchEvent(new Event('resize'));
    });
    await expect(chat).toHaveAttribute('data-tucked');
    await control.click({ trial: true });
    await page.addStyleTag({ content: '#root > :not(#chat) { visibility: hidden; }' });
    const returned = () =>
      chat.evaluate((place) => {
        window.dispatchEvent(new Event('resize'));
        return !place.hasAttribute('data-tucked');
      });
    await expect.poll(returned).toBe(true);
  }
});

/**
 * The visible controls, headings and figures that are not entirely on the screen, and the texts that overlap another
 * in their card: a page is no wider than its screen, however large its text.
 */
function offScreen(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const { width } = window.screen;
    const shown = Array.from(
      document.querySelectorAll<HTMLElement>('a[href], button, h1, h2, h3, td, th, strong'),
    ).filter((element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true }));
    return shown
      .filter((element) => !element.closest('.visuallyHidden') && !element.matches('.skipLink'))
      .map((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        const [box, text] = [element.getBoundingClientRect(), range.getBoundingClientRect()];
        return { element, left: Math.min(box.left, text.left), right: Math.max(box.right, text.right) };
      })
      .filter(({ left, right }) => left < -0.5 || right > width + 0.5)
      .map(({ element, left, right }) => `${left} to ${right}: ${element.outerHTML.slice(0, 160)}`);
  });
}

for (const language of ['en', 'it'] as const)
  test(`text of twice the size stays on the screen: ${language}`, { tag: '@phone' }, async ({
    page,
    seeds,
  }) => {
    const enlarge = () => page.evaluate(() => void (document.documentElement.style.fontSize = '200%'));
    const { gallery: gallerySays, packages: packagesSay, history: historySays } = texts[language];
    await seeds.signIn(page, ['failed', 'light', 'dark']);
    await page.goto(`/${language}/create`);
    await expect(page.getByRole('heading', { name: fill(gallerySays.title, 2) })).toBeVisible();
    await enlarge();
    expect(await offScreen(page)).toEqual([]);
    await page.getByRole('button', { name: gallerySays.selectAll }).click();
    expect(await offScreen(page)).toEqual([]);
    await page.getByRole('button', { name: historySays.open }).click();
    await expect(page.getByRole('dialog').getByRole('table')).toBeVisible();
    expect(await offScreen(page)).toEqual([]);
    await page.goto(`/${language}/packages`);
    await expect(page.getByRole('heading', { name: packagesSay.heading })).toBeVisible();
    await enlarge();
    expect(await offScreen(page)).toEqual([]);
    const overlaps = await page.locator('[data-package]').evaluateAll((cards) =>
      cards.map((card) => {
        const [name, price] = ['h2', 'strong'].map((selector) => {
          const range = document.createRange();
          range.selectNodeContents(card.querySelector(selector) ?? card);
          return range.getBoundingClientRect();
        });
        return !!name && !!price && name.right > price.left && name.bottom > price.top;
      }),
    );
    expect(overlaps).toEqual([false, false, false]);
  });

test('the packages fit on one screen', { tag: '@phone' }, async ({ page, seeds }) => {
  await seeds.signIn(page, []);
  await page.goto('/en/packages');
  await expect(
    page.getByRole('link', { name: fill(packages.chooseNamed, packages.eternal.name) }),
  ).toBeInViewport({ ratio: 1 });
  for (const feature of ['quality', 'clean', 'lasting'] as const)
    await expect(page.getByText(packages.features[feature])).toHaveCount(1);
  await page.setViewportSize({ width: 768, height: 1024 });
  const boxes = await page
    .locator('[data-package]')
    .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
  expect(new Set(boxes).size).toBe(1);
});

test('the full-screen viewer responds to arrows, keys, swipes, Escape and the back button', async ({
  page,
  seeds,
}, { project }) => {
  const { taskIds } = await seeds.signIn(page, ['light', 'dark', 'light']);
  const names = ['Nonna Rosa', 'Biscotto', 'The boat'] as const;
  const [first, second, third] = names;
  for (const [index, name] of names.entries())
    await seeds.db.videoTask.update({ where: { id: taskIds[index] ?? '' }, data: { name } });
  await page.goto('/en/create');
  const opener = page.getByRole('button', { name: fill(gallery.view, first) });
  await opener.click();
  const viewer = (name: string) => page.getByRole('dialog', { name });
  await expect(viewer(first)).toBeVisible();
  await expectSound(page);
  await page.getByRole('button', { name: gallery.next }).click();
  await expect(viewer(second)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer(third)).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(viewer(third)).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(viewer(second)).toBeVisible();
  if (project.name === 'phone') {
    const client = await page.context().newCDPSession(page);
    const touch = (type: string, x?: number) =>
      client.send(
        'Input.dispatchTouchEvent' as never,
        {
          type,
          touchPoints: x === undefined ? [] : [{ x, y: 300 }],
        } as never,
      );
    await touch('touchStart', 280);
    await touch('touchMove', 180);
    await touch('touchMove', 80);
    await touch('touchEnd');
    await expect(viewer(third)).toBeVisible();
  }
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(opener).toBeFocused();

  await opener.click();
  await expect(viewer(first)).toBeVisible();
  await page.goBack();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page).toHaveURL(/\/en\/create$/);

  await opener.click();
  await viewer(first)
    .getByRole('button', { name: fill(gallery.deleteVideo, first) })
    .click();
  const question = page.getByRole('dialog', { name: fill(gallery.deleteTitle, first) });
  await question.getByRole('button', { name: common.cancel }).click();
  await expect(viewer(first)).toBeVisible();
  await viewer(first)
    .getByRole('button', { name: fill(gallery.deleteVideo, first) })
    .click();
  await question.getByRole('button', { name: gallery.delete, exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.locator(`[data-card="${taskIds[0]}"]`)).toHaveCount(0);
});

test('going back closes a dialog and keeps the page', { tag: '@phone' }, async ({ page, seeds }) => {
  const { taskIds } = await seeds.signIn(page, ['light', 'dark']);
  const [first = ''] = taskIds;
  await seeds.db.videoTask.update({ where: { id: first }, data: { name: 'Nonna Rosa' } });
  await page.goto('/en/packages');
  await page.goto('/en/create');
  const length = () => page.evaluate(() => window.history.length);
  const before = await length();
  const dialogs = page.getByRole('dialog');
  const close = page.getByRole('button', { name: common.close, exact: true });

  // An album's name is kept for when its dialog is opened again.
  await page.getByRole('button', { name: gallery.selectAll }).click();
  const compose = page.getByRole('button', { name: gallery.createAlbum, exact: true });
  await compose.click();
  await page.getByLabel(albumForm.name).fill('Summer');
  await page.goBack();
  await expect(dialogs).toHaveCount(0);
  await expect(page).toHaveURL(/\/en\/create$/);
  await compose.click();
  await expect(page.getByLabel(albumForm.name)).toHaveValue('Summer');
  await close.click();
  await expect(dialogs).toHaveCount(0);
  await expect.poll(() => page.evaluate(() => window.history.state.usr?.dialogs)).toBeUndefined();
  expect(await length()).toBe(before + 1);

  // Over the viewer, one by one.
  const title = 'Nonna Rosa';
  await page.getByRole('button', { name: fill(gallery.view, title) }).click();
  const viewer = page.getByRole('dialog', { name: title });
  const present = page.getByRole('dialog', { name: gift.title });
  const openGift = () => viewer.getByRole('button', { name: fill(gift.open, title) }).click();
  await openGift();
  await expect(present).toBeVisible();
  await page.goBack();
  await expect(present).toHaveCount(0);
  await expect(viewer).toBeVisible();
  await openGift();
  await present.getByRole('button', { name: common.close }).click();
  await expect(present).toHaveCount(0);
  await expect(viewer).toBeVisible();

  // Forward and a reload bring the viewer back, but no dialog that is no longer there.
  await openGift();
  await expect(present).toBeVisible();
  await page.reload();
  await expect(viewer).toBeVisible();
  await expect(present).toHaveCount(0);
  await page.goForward();
  await expect.poll(() => page.evaluate(() => window.history.state.usr)).toEqual({ viewing: first });
  await viewer.getByRole('button', { name: common.close }).click();
  await expect(dialogs).toHaveCount(0);
  await expect(page).toHaveURL(/\/en\/create$/);
  await page.goBack();
  await expect(page).toHaveURL(/\/en\/packages$/);
});

test('a toast that is older than the page covers neither its credits nor their buttons', {
  tag: '@phone',
}, async ({ page, seeds }) => {
  await keepToasts(page);
  await seeds.signIn(page, []);
  await page.goto('/en/account');
  await page.getByRole('button', { name: account.email.sendAgain }).click();
  const toast = page.getByRole('status').filter({ hasText: account.email.sent });
  await expect(toast).toBeVisible();
  await page.getByRole('link', { name: packages.back }).click();
  const credits = page.getByRole('region', { name: texts.en.credits.label });
  await expect(credits).toBeVisible();
  await expect(toast).toBeVisible();
  await expect
    .poll(async () => {
      const [above, below] = [await credits.boundingBox(), await toast.boundingBox()];
      return (above?.y ?? 0) + (above?.height ?? 0) <= (below?.y ?? 0);
    })
    .toBe(true);
});

test('a toast covers no title of a dialog that is opened after it', async ({ page, seeds }) => {
  await keepToasts(page);
  const { taskIds } = await seeds.signIn(page, ['light', 'dark']);
  const names = ['Nonna Rosa', 'Biscotto'] as const;
  for (const [index, name] of names.entries())
    await seeds.db.videoTask.update({ where: { id: taskIds[index] ?? '' }, data: { name } });
  await page.goto('/en/create');
  const dialog = page.getByRole('dialog');
  const open = async (action: string, name: string) => {
    const card = page.locator('[data-task]').filter({ hasText: name });
    // The page's header is out of the way.
    await menuOf(card).evaluate((element) => element.scrollIntoView({ block: 'center' }));
    await choose(card, action);
    await expect(dialog).toBeVisible();
  };
  await open(gallery.delete, names[0]);
  await dialog.getByRole('button', { name: gallery.delete, exact: true }).click();
  const toast = page.getByRole('status').filter({ hasText: gallery.deleted });
  await expect(toast).toBeVisible();
  for (const action of [gift.button, gallery.delete]) {
    await open(action, names[1]);
    await expect
      .poll(() =>
        toast.evaluate((element) => {
          const title = document.querySelector('[role="dialog"] [data-top]')?.getBoundingClientRect();
          const { top, bottom } = element.getBoundingClientRect();
          return title && (bottom <= title.top || top >= title.bottom);
        }),
      )
      .toBe(true);
    await expect(toast).toBeInViewport({ ratio: 1 });
    await page.keyboard.press('Escape');
    await expect(dialog).toHaveCount(0);
  }
});
