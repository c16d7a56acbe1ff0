import type { Page, TestInfo } from '@playwright/test';
import { href } from '#shared/pages.ts';
import { expectPicture, lookOf } from './support/picture.ts';
import type { Seeds } from './support/seeded.ts';
import { fill } from './support/shop.ts';
import { expect, still, test, texts } from './support/test.ts';

test.use({ ...still, timezoneId: 'Europe/Rome' });

/**
 * Opens a page in the project's look, and waits for the chat, which is on every page and appears last, and for the
 * fonts, which change the height of texts: what a test scrolls to would move.
 */
async function open(page: Page, { project }: TestInfo, place: string) {
  const { language, colorScheme } = lookOf(project.name);
  await page.emulateMedia({ colorScheme });
  await page.goto(`/${language}${place}`);
  await expect(page.getByRole('link', { name: texts[language].chat.newTab })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  return texts[language];
}

/**
 * Creates finished videos dated to a day in May, and an album of them: the same on every run, as screenshots require.
 */
async function fillGallery(page: Page, { db, ...seeds }: Seeds, album: string): Promise<void> {
  const user = await seeds.signIn(page, ['light', 'dark']);
  const createdAt = new Date('2026-05-17T10:00:00Z');
  const [first = ''] = user.taskIds;
  const { renditionPrefix } = await db.videoTask.findUniqueOrThrow({ where: { id: first } });
  const mergeId = await seeds.album(user, 'Nonna Lucia');
  const done = { status: 'completed', progress: 1, renditionPrefix, finishedAt: createdAt };
  await db.album.update({ where: { id: mergeId }, data: { ...done, createdAt } });
  for (const [index, id] of user.taskIds.entries()) {
    await db.videoTask.update({
      where: { id },
      data: { createdAt, name: `Nonna, ${1930 + index}`, id: `${album}nonna${index + 2}`.padStart(32, 'a') },
    });
  }
}

// Pages tell how long videos usually take here: other tests date theirs back by months.
test.beforeEach(async ({ seeds }) => {
  await seeds.db.$executeRaw`UPDATE video_task SET finished_at = created_at WHERE status = 'Success'`;
});

test('the top of the landing page, and the print beside its video', async ({ page }, info) => {
  const { landing } = await open(page, info, '');
  // Anything that hydrates the page, even a pointer that happens to be over it, adds the buttons to moving pictures.
  await page.keyboard.press('Shift');
  const play = landing.video.play.replace('{{name}}', landing.pictures.grandmother);
  await expect(page.getByRole('button', { name: play }).first()).toBeVisible();
  await expectPicture(page, 'landing', { photos: 'shown' });
  const comparison = page.locator('section[aria-labelledby=comparison] figure');
  await comparison.scrollIntoViewIfNeeded();
  const print = comparison.getByRole('img', { name: landing.pictures.grandmotherPrint });
  await expect(print).not.toHaveJSProperty('naturalWidth', 0);
  await print.evaluate((picture: HTMLImageElement) => picture.decode());
  await expectPicture(comparison, 'comparison', { photos: 'shown' });
});

test('creating an account', async ({ page }, info) => {
  const { auth } = await open(page, info, '/create');
  await expect(page.getByLabel(auth.email, { exact: true })).toBeVisible();
  await expectPicture(page, 'auth');
});

test('the place for a photo', async ({ page, seeds }, info) => {
  await seeds.signIn(page, []);
  const { upload } = await open(page, info, '/create');
  await expect(page.getByText(upload.staysHere)).toBeVisible();
  await expectPicture(page, 'create');
});

test('a video in the making', async ({ page, seeds }, info) => {
  const [id = ''] = (await seeds.signIn(page, ['running'])).taskIds;
  const { progress } = await open(page, info, '/create');
  const bar = page.getByRole('progressbar', { name: progress.label, exact: true });
  await expect(page.getByText(progress.stages.generating).first()).toBeVisible();
  await seeds.advance(id, { stage: 'effects', progress: 0.6 });
  await expect(bar).toHaveAttribute('aria-valuenow', '60');
  // The elapsed time and the time of the request, by which the gallery is ordered, differ from run to run.
  const elapsed = page.getByText(progress.elapsed.replace('{{time}}', ''));
  const month = page.locator('section[aria-labelledby=gallery-title]').getByRole('heading', { level: 3 });
  for (const part of [elapsed, month, page.locator(`[data-card="${id}"]`)])
    await part.evaluate((element) => (element.style.visibility = 'hidden'));
  await bar.evaluate((element) => element.scrollIntoView({ block: 'center' }));
  await expectPicture(page, 'progress');
});

test('no credit left', async ({ page, seeds }, info) => {
  await seeds.spendCredit(await seeds.signIn(page, []));
  const { outOfCredits, packages, upgrade, upload } = await open(page, info, '/create');
  await expect(page.getByText(upload.staysHere)).toBeVisible();
  await page.getByRole('button', { name: upgrade.packages }).click();
  await expect(page.getByRole('dialog', { name: outOfCredits.title })).toBeVisible();
  await expect(page.getByText(packages.popular)).toBeVisible();
  await expectPicture(page, 'out-of-credits');
});

test('a checkout that is open in its tab', async ({ page, seeds }, info) => {
  await seeds.signIn(page, []);
  const payment = page.waitForEvent('popup');
  const { checkout } = await open(page, info, '/checkout?package=legacy');
  await (await payment).close();
  await expect(page.getByRole('heading', { name: checkout.opened })).toBeVisible();
  await expectPicture(page, 'checkout-open');
});

test('a finished video', async ({ page, seeds }, info) => {
  const [id = ''] = (await seeds.signIn(page, ['running'])).taskIds;
  const { progress, result } = await open(page, info, '/create');
  await expect(page.getByText(progress.stages.generating).first()).toBeVisible();
  await seeds.db.videoTask.update({ where: { id }, data: { name: 'Nonna Rosa, 1931' } });
  await seeds.finish(id);
  await expect(page.getByRole('heading', { name: result.title })).toBeVisible();
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectPicture(page, 'result');
});

test('albums and videos', async ({ page, seeds }, info) => {
  await fillGallery(page, seeds, 'a');
  const { albums, gallery, upload } = await open(page, info, '/create');
  // Content above must have its final height before the page is scrolled.
  await expect(page.locator('[data-card]')).toHaveCount(3);
  await expect(page.getByRole('button', { name: upload.generate })).toBeVisible();
  await page.evaluate(() => document.fonts.ready);
  for (const [name, title] of [
    ['albums', albums.title],
    ['gallery', fill(gallery.title, 2)],
  ] as const) {
    await page
      .getByRole('heading', { name: title, exact: true })
      .evaluate((heading) => heading.scrollIntoView());
    await expect(page.locator('[data-task] button').first()).toBeAttached();
    await expectPicture(page, name);
  }
});

test('putting an album together', async ({ page, seeds }, info) => {
  await fillGallery(page, seeds, 'b');
  const { albumForm, filmPreview, gallery } = await open(page, info, '/create');
  await page.getByRole('button', { name: gallery.selectAll }).click();
  await page.getByRole('button', { name: gallery.createAlbum, exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel(albumForm.name)).toBeFocused();
  await expectPicture(dialog, 'album-form');
  for (const title of [albumForm.look, albumForm.words]) await dialog.getByText(title).click();
  await dialog.getByText(albumForm.look).evaluate((part) => part.scrollIntoView());
  await page.mouse.move(0, 0);
  await expectPicture(dialog, 'album-look');
  await dialog.getByLabel(albumForm.name).fill('Nonna Lucia');
  await dialog.getByRole('button', { name: filmPreview.open }).click();
  const film = dialog.getByRole('img', { name: filmPreview.shows });
  await film.evaluate((stage) => stage.scrollIntoView({ block: 'center' }));
  await expectPicture(dialog, 'album-preview');
});

test('the packages', async ({ page, seeds }, info) => {
  await seeds.signIn(page, []);
  const { packages } = await open(page, info, '/packages');
  await expect(page.getByRole('heading', { name: packages.heading })).toBeVisible();
  await expectPicture(page, 'packages');
});

test('a shared video', async ({ page, seeds }, info) => {
  const [id = ''] = (await seeds.signIn(page, ['light'])).taskIds;
  const { language } = lookOf(info.project.name);
  await open(page, info, href(language, 'video', { id }).slice(language.length + 1));
  await expectPicture(page, 'shared');
});

test('a page that is not there, and what a button that moved does to its picture', async ({
  page,
  expectNoise,
}, info) => {
  expectNoise(/404 \(Not Found\) \/\w\w\/nowhere$/);
  const { notFound } = await open(page, info, '/nowhere');
  const button = page.getByRole('link', { name: notFound.home });
  await expect(button).toBeVisible();
  await expectPicture(page, 'not-found');
  test.skip(
    info.config.updateSnapshots === 'all' || info.config.updateSnapshots === 'changed',
    'pictures are being made',
  );
  await button.evaluate((element) => (element.style.translate = '2px 0'));
  await expect(expectPicture(page, 'not-found')).rejects.toThrow(/pixels .* are different/);
});
