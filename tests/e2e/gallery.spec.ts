import type { Locator, Page } from '@playwright/test';
import { formatMonthDay } from '#client/lib/format.ts';
import { languages } from '#shared/languages.ts';
import { appLimits } from '#shared/app-limits.ts';
import { choose, menuOf } from './support/card-menu.ts';
import type { SeededTask } from './support/seeded.ts';
import { fill, named } from './support/shop.ts';
import { expect, expectSound, oneScreen, still, test, texts } from './support/test.ts';
import { keepToasts } from './support/toasts.ts';

// The browser's own message about a call that these tests cut off.
test.use(still);

const card = (page: Page, id: string) => page.locator(`[data-card="${id}"]`);
const videos = (count: number) =>
  Array.from({ length: count }, (_, index): SeededTask => (index % 2 === 0 ? 'light' : 'dark'));

for (const language of languages) {
  const { common, gallery, errors, failure, progress } = texts[language];

  test(
    `${language}: no videos show a prompt, one video shows a card without selection controls`,
    oneScreen(language),
    async ({ page, seeds }) => {
      await seeds.signIn(page, []);
      await page.goto(`/${language}/create`);
      await expect(page.getByText(gallery.emptyTitle)).toBeVisible();
      await expect(page.getByText(gallery.empty)).toBeVisible();

      const [id = ''] = (await seeds.signIn(page, ['light'])).taskIds;
      await page.goto(`/${language}/create`);
      await expect(page.getByRole('heading', { name: fill(gallery.title, 1) })).toBeVisible();
      await expect(card(page, id).getByRole('heading', { name: named(gallery.video) })).toBeVisible();
      const { createdAt } = await seeds.db.videoTask.findUniqueOrThrow({ where: { id } });
      const day = formatMonthDay(createdAt.toISOString(), language);
      await expect(card(page, id).locator('time')).toHaveText(day);
      await expect(page.getByRole('checkbox')).toHaveCount(0);
      await expect(page.getByRole('button', { name: gallery.createAlbum })).toHaveCount(0);
    },
  );

  test(
    `${language}: lists twelve selectable videos, one in progress and one that failed`,
    oneScreen(language),
    async ({ page, seeds }) => {
      const { taskIds } = await seeds.signIn(page, ['running', 'failed', ...videos(12)]);
      const [running = '', failed = '', first = '', second = ''] = taskIds;
      await page.goto(`/${language}/create`);
      await expect(page.getByRole('heading', { name: fill(gallery.title, 12) })).toBeVisible();
      await expect(card(page, running).getByText(progress.stages.generating)).toBeVisible();
      await expect(card(page, failed).getByText(errors.generation_failed)).toBeVisible();
      await expect(card(page, failed).getByText(failure.refunded)).toBeVisible();

      const createAlbum = page.getByRole('button', { name: gallery.createAlbum, exact: true });
      await createAlbum.click();
      await expect(page.getByRole('alert')).toHaveText(`${gallery.selectMore}${errors.album_too_few_videos}`);
      await card(page, second).scrollIntoViewIfNeeded();
      await card(page, second)
        .getByRole('checkbox', { name: named(gallery.select) })
        .check();
      await expect(page.getByText(fill(gallery.selected_one, 1), { exact: true })).toBeAttached();
      await createAlbum.click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await card(page, first).scrollIntoViewIfNeeded();
      await card(page, first).getByRole('checkbox').check();
      await expect(page.getByText(fill(gallery.selected_other, 2), { exact: true })).toBeAttached();
      await expectSound(page);

      await page.getByRole('button', { name: gallery.selectAll }).click();
      await expect(page.getByText(fill(gallery.selected_other, 12), { exact: true })).toBeAttached();
      await page.getByRole('button', { name: gallery.deselectAll }).click();
      await expect(card(page, first).getByRole('checkbox')).not.toBeChecked();
      await expect(page.getByRole('button', { name: gallery.selectAll })).toBeVisible();
    },
  );

  test(
    `${language}: deleting by keyboard asks for confirmation, and can be undone by keyboard`,
    oneScreen(language),
    async ({ page, seeds }) => {
      const [first = '', second = ''] = (await seeds.signIn(page, videos(2))).taskIds;
      await page.goto(`/${language}/create`);
      await menuOf(card(page, first)).focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('menuitem', { name: gallery.rename, exact: true })).toBeFocused();
      await expectSound(page);
      await page.keyboard.press('End');
      await expect(page.getByRole('menuitem', { name: gallery.delete, exact: true })).toBeFocused();
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: named(gallery.deleteTitle) });
      await expect(dialog.getByRole('button', { name: common.cancel })).toBeFocused();
      await expectSound(page);
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');

      await expect(page.getByRole('status').filter({ hasText: gallery.deleted })).toBeVisible();
      await expect(card(page, first)).toHaveCount(0);
      await expect(page.getByRole('button', { name: common.undo })).toBeFocused();
      expect((await page.request.get(`/api/public/video/${first}`)).status()).toBe(404);
      await page.keyboard.press('Enter');
      await expect(card(page, first).getByRole('heading')).toBeFocused();
      expect((await page.request.get(`/api/public/video/${first}`)).status()).toBe(200);
      await expect(card(page, second)).toBeVisible();
    },
  );
}

test('a deletion that is not undone is permanent; focus moves to the next video', { tag: '@phone' }, async ({
  page,
  seeds,
}) => {
  const { common, gallery } = texts.en;
  await keepToasts(page);
  const [first = '', second = ''] = (await seeds.signIn(page, videos(2))).taskIds;
  await page.goto('/en/create');
  await choose(card(page, first), gallery.delete);
  await page.getByRole('dialog').getByRole('button', { name: common.cancel }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await choose(card(page, first), gallery.delete);
  await page.getByRole('dialog').getByRole('button', { name: gallery.delete, exact: true }).click();
  await expect(card(page, second).getByRole('heading')).toBeFocused();
  await expect(page.getByRole('button', { name: common.undo })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { name: fill(gallery.title, 1) })).toBeVisible();
  await expect(card(page, first)).toHaveCount(0);
});

test('the photo can be deleted without its video', { tag: '@desktop' }, async ({ page, seeds }) => {
  const { gallery } = texts.it;
  const [id = ''] = (await seeds.signIn(page, videos(1))).taskIds;
  await page.goto('/it/create');
  const dialog = page.getByRole('dialog');
  const ask = () => choose(card(page, id), gallery.delete);
  await ask();
  await expectSound(page);
  await dialog.getByRole('button', { name: 'Elimina solo la foto' }).click();
  await expect(page.getByText('Foto eliminata')).toBeVisible();
  await expect(card(page, id)).toBeVisible();
  await ask();
  await expect(dialog.getByRole('button', { name: gallery.delete, exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Elimina solo la foto' })).toHaveCount(0);
});

test('the undo button disappears after a timeout, but not while it has keyboard focus', {
  tag: '@desktop',
}, async ({ page, seeds }) => {
  const { common, gallery } = texts.en;
  const [first = '', second = '', third = ''] = (await seeds.signIn(page, videos(3))).taskIds;
  await page.clock.install();
  await page.goto('/en/create');
  const undo = page.getByRole('button', { name: common.undo });
  const remove = async (id: string, press: (button: Locator) => Promise<void>) => {
    await press(menuOf(card(page, id)));
    await press(page.getByRole('menuitem', { name: gallery.delete, exact: true }));
    await press(page.getByRole('dialog').getByRole('button', { name: gallery.delete, exact: true }));
    await expect(undo).toBeVisible();
  };
  await remove(first, (button) => button.press('Enter'));
  await expect(undo).toBeFocused();
  await page.clock.fastForward(10 * appLimits.gallery.undoSeconds * 1000);
  await expect(undo).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(undo).toBeHidden();
  await expect(card(page, second).getByRole('heading')).toBeFocused();

  await remove(second, (button) => button.click());
  await page.mouse.move(0, 0);
  await page.clock.fastForward(appLimits.gallery.undoSeconds * 1000);
  await expect(undo).toBeHidden();
  await expect(card(page, third).getByRole('heading')).toBeFocused();
});

test('a deletion that fails is reverted, with an error message', { tag: '@desktop' }, async ({
  page,
  seeds,
  expectNoise,
}) => {
  expectNoise(/ERR_FAILED \/api\/trpc\/video\.delete$/);
  const { common, gallery } = texts.en;
  const [first = ''] = (await seeds.signIn(page, videos(2))).taskIds;
  await page.goto('/en/create');
  await page.route('**/api/trpc/video.delete*', (route) => route.abort());
  await choose(card(page, first), gallery.delete);
  await page.getByRole('dialog').getByRole('button', { name: gallery.delete, exact: true }).click();
  await expect(page.getByRole('alert')).toHaveText(`${gallery.notDeleted}${common.pleaseTryAgain}`);
  await expect(card(page, first)).toBeVisible();
});

test('a running video shows live progress, also after a reload, until it is finished', {
  tag: '@phone',
}, async ({ page, seeds }) => {
  const { gallery, progress } = texts.en;
  const [id = ''] = (await seeds.signIn(page, ['running', 'light'])).taskIds;
  await page.goto('/en/create');
  await expect(card(page, id).getByText('30%')).toBeVisible();
  await seeds.advance(id, { stage: 'effects', progress: 0.62 });
  await expect(card(page, id).getByText('62%')).toBeVisible();
  await expect(card(page, id).getByText(progress.stages.effects)).toBeVisible();
  await page.reload();
  await expect(card(page, id).getByRole('progressbar', { name: named(gallery.progress) })).toHaveAttribute(
    'aria-valuenow',
    '62',
  );
  await seeds.finish(id);
  await expect(page.getByRole('heading', { name: fill(gallery.title, 2) })).toBeVisible();
  // The running card is replaced by the finished one, which plays nothing before it is near: the result is above it.
  await expect(card(page, id).getByRole('progressbar')).toHaveCount(0);
  await expect
    .poll(async () => {
      await card(page, id).scrollIntoViewIfNeeded();
      return card(page, id).locator('video').count();
    })
    .toBe(1);
});

test('a failed video can be dismissed, and the dismissal undone', { tag: '@desktop' }, async ({
  page,
  seeds,
}) => {
  const { common, gallery } = texts.en;
  await keepToasts(page);
  const [id = ''] = (await seeds.signIn(page, ['failed', 'light'])).taskIds;
  await page.goto('/en/create');
  await card(page, id)
    .getByRole('button', { name: named(gallery.dismissVideo) })
    .click();
  await expect(page.getByText(gallery.dismissed)).toBeVisible();
  await expect(card(page, id)).toHaveCount(0);
  await page.getByRole('button', { name: common.undo }).click();
  await expect(card(page, id)).toBeVisible();
});

test('videos play while they are on the screen, and can be paused and downloaded', async ({
  page,
  seeds,
}) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  const { download, gallery } = texts.en;
  const [id = ''] = (await seeds.signIn(page, videos(12))).taskIds;
  await page.goto('/en/create');
  const video = card(page, id).locator('video');
  await expect(video).toHaveAttribute('poster', /poster\.jpg$/);
  await video.scrollIntoViewIfNeeded();
  // A player that is far away is removed.
  const playing = () =>
    video.evaluateAll((players: HTMLVideoElement[]) => players.some(({ paused }) => !paused));
  await expect.poll(playing).toBe(true);
  expect(await video.evaluate(({ muted, loop }: HTMLVideoElement) => [muted, loop])).toEqual([true, true]);
  await page.locator('[data-card]').nth(6).scrollIntoViewIfNeeded();
  await expect.poll(playing).toBe(false);
  await card(page, id).scrollIntoViewIfNeeded();
  await choose(card(page, id), gallery.pauseIt);
  await expect.poll(playing).toBe(false);

  const saving = page.waitForEvent('download');
  await choose(card(page, id), gallery.download);
  expect((await saving).suggestedFilename()).toBe(`memori-video-${id}.mp4`);
  await expect(page.getByText(download.startedText)).toBeVisible();
});

test('a failed download shows the message of the specification', { tag: '@phone' }, async ({
  page,
  seeds,
  expectNoise,
}) => {
  const [id = ''] = (await seeds.signIn(page, ['light'])).taskIds;
  expectNoise(/404 \(Not Found\) \/api\/public\/video\/[a-z2-7]{32}$/);
  await page.goto('/en/create');
  await expect(card(page, id)).toBeVisible();
  await page.route(/\?download=1/, (route) => route.fulfill({ status: 404 }));
  await choose(card(page, id), texts.en.gallery.download);
  await expect(page.getByRole('alert')).toHaveText(
    'Download FailedCould not download the video. Please try again.',
  );
  expect(page.context().pages()).toHaveLength(1);
});

test('videos do not play by themselves under prefers-reduced-motion', { tag: '@desktop' }, async ({
  page,
  seeds,
}) => {
  const [id = ''] = (await seeds.signIn(page, ['light'])).taskIds;
  await page.goto('/en/create');
  const video = card(page, id).locator('video');
  await video.scrollIntoViewIfNeeded();
  await expect
    .poll(() => video.evaluate((element: HTMLVideoElement) => element.readyState))
    .toBeGreaterThan(1);
  expect(await video.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
});

test('without share and clipboard APIs, the link itself is shown', { tag: '@desktop' }, async ({
  page,
  seeds,
}) => {
  const { gallery, share } = texts.en;
  const [id = ''] = (await seeds.signIn(page, ['light'])).taskIds;
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'share', { value: undefined });
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
    Object.defineProperty(document, 'execCommand', { value: () => false });
  });
  await page.goto('/en/create');
  await choose(card(page, id), gallery.share);
  const dialog = page.getByRole('dialog', { name: share.dialog });
  await expect(dialog.getByLabel(share.link)).toHaveValue(new RegExp(`^http.*/en/video/${id}$`));
  await dialog.getByRole('button', { name: share.copy }).click();
  await expect(page.getByRole('alert')).toHaveText(`${share.copyFailed}${share.copyFailedText}`);
});

test('three hundred videos need no more players than a few screens hold', async ({ page, seeds }) => {
  await seeds.signIn(page, videos(300));
  await page.goto('/en/create');
  const cards = page.locator('[data-task]');
  await expect(cards).toHaveCount(300);
  for (const index of [0, 3, 60, 150, 240, 299, 30]) {
    await cards.nth(index).scrollIntoViewIfNeeded();
    await expect(cards.nth(index).locator('video[src]')).toBeAttached();
    // Three screens' worth, whatever their size; a full card has about thirty elements.
    await expect.poll(() => page.locator('video').count()).toBeLessThanOrEqual(18);
    await expect.poll(() => page.locator('*').count()).toBeLessThan(300 * 10);
  }
});

for (const [colorScheme, paper] of [
  ['light', 'rgb(233, 216, 189)'],
  ['dark', 'rgb(99, 82, 62)'],
] as const) {
  test(`in the ${colorScheme} scheme, the print of a video in the making is ${colorScheme}`, {
    tag: '@desktop',
  }, async ({ page, seeds }) => {
    await page.emulateMedia({ colorScheme });
    await seeds.signIn(page, ['running']);
    await page.goto('/en/create');
    const print = page.getByRole('region', { name: texts.en.progress.title }).locator('[class*=blank]');
    await expect(print).toHaveCSS('background-image', new RegExp(paper.replaceAll(/[()]/g, '\\$&')));
  });
}
