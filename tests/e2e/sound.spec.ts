import type { Page } from '@playwright/test';
import { href } from '#shared/pages.ts';
import { linkPurposes } from '#shared/schemas/auth.ts';
import { issueToken, type TokenPurpose } from '#server/features/accounts/account-tokens.ts';
import { choose } from './support/card-menu.ts';
import type { Seeds } from './support/seeded.ts';
import { named } from './support/shop.ts';
import { expect, expectSoundEverywhere, still, test, texts } from './support/test.ts';

// Every page and every dialog at three widths, in both colour schemes; the landing page has its own audit
// (landing.spec.ts). Each page is opened once, then only the width and the colours change. Half is in Italian, whose
// words are longer.
test.use(still);
// Six audits for each state.
test.slow();

const anywhere = { tag: '@desktop' };

test('it: the not-found page, and an unknown mail link', anywhere, async ({ page, expectNoise }) => {
  expectNoise(/404 \(Not Found\) \/it\/nowhere$/);
  expectNoise(/404 \(Not Found\) \/api\/trpc\/.*mail\.setWanted/);
  await page.goto('/it/nowhere');
  await expect(page.getByRole('heading', { name: texts.it.notFound.title })).toBeVisible();
  await expectSoundEverywhere(page);
  await page.goto('/it/mail?token=none');
  await expect(page.getByRole('heading', { name: texts.it.mail.askTitle })).toBeVisible();
  await expectSoundEverywhere(page);
  await page.getByRole('button', { name: texts.it.mail.turnOff }).click();
  await expect(page.getByText(texts.it.errors.mail_link_unknown)).toBeVisible();
  await expectSoundEverywhere(page);
});

test('it: pages that name an address have room for a long one', anywhere, async ({ page, seeds }) => {
  const { account, mailLink, reset } = texts.it;
  const { userId } = await seeds.signIn(page, []);
  const email = 'nonna.rosa.e.nonno.giovanni.rossi@una-lunga-famiglia.example.com';
  const { email: own } = await seeds.db.user.update({
    where: { id: userId },
    // Long enough ago that a reset keeps the way back.
    data: { createdAt: new Date(0) },
  });
  await page.request.post('/api/tokens', { data: { name: 'Scanner', scopes: ['read'] } });
  const linkFor = async (purpose: TokenPurpose, to = email) => {
    const token = await seeds.db.$transaction((tx) => issueToken(tx, { userId, purpose, email: to }));
    return href('it', purpose === 'reset' || purpose === 'keep' ? purpose : 'verify', { hash: token });
  };
  const open = async (link: string) => {
    await page.goto('about:blank');
    await page.goto(link);
  };
  for (const purpose of linkPurposes) {
    await open(await linkFor(purpose));
    await expect(page.getByRole('heading', { name: mailLink[purpose].title })).toBeVisible();
    await expectSoundEverywhere(page);
  }
  const wayBack = page.getByText(email);
  await page.goto('/it/account');
  await expect(wayBack).toBeVisible();
  await expectSoundEverywhere(page);
  await open(await linkFor('reset', own));
  await page.getByLabel(reset.password, { exact: true }).fill('a brand new one');
  await page.getByRole('button', { name: reset.submit }).click();
  await expect(page.getByRole('heading', { name: account.accesses.stoppedTitle })).toBeVisible();
  await expect(wayBack).toBeVisible();
  await expectSoundEverywhere(page);
});

test('it: the auth screen in both modes, with an error', anywhere, async ({ page }) => {
  const { auth, errors } = texts.it;
  await page.goto('/it/create');
  await page.getByRole('button', { name: auth.signUp.submit }).click();
  await expect(page.getByRole('alert')).toHaveText(errors.invalid_email);
  await expectSoundEverywhere(page);
  await page.getByRole('button', { name: auth.signUp.toggle }).click();
  await expect(page.getByRole('heading', { name: auth.signIn.title })).toBeVisible();
  await expectSoundEverywhere(page);
});

test('en: packages, checkout, and the account’s menu', anywhere, async ({ page, seeds }) => {
  const { checkout, header, packages } = texts.en;
  await seeds.signIn(page, []);
  await page.goto('/en/packages');
  await expect(page.getByRole('heading', { name: packages.heading })).toBeVisible();
  await page.getByRole('button', { name: header.account.replace('{{email}}', '') }).click();
  await expect(page.getByRole('button', { name: header.logOut })).toBeVisible();
  await expectSoundEverywhere(page);
  const payment = page.waitForEvent('popup');
  await page.goto('/en/checkout?package=eternal');
  await (await payment).close();
  await expect(page.getByRole('heading', { name: checkout.opened })).toBeVisible();
  await expectSoundEverywhere(page);
});

test(
  'it: the empty create page, the out-of-credits dialog and the credit history',
  anywhere,
  async ({ page, seeds }) => {
    const { common, history, outOfCredits, upgrade } = texts.it;
    await seeds.spendCredit(await seeds.signIn(page, []));
    await page.goto('/it/create');
    await expect(page.getByText(upgrade.title)).toBeVisible();
    await expectSoundEverywhere(page);
    await page.getByRole('button', { name: upgrade.packages }).click();
    const dialog = page.getByRole('dialog', { name: outOfCredits.title });
    await expect(dialog).toBeVisible();
    await expectSoundEverywhere(page);
    await dialog.getByRole('button', { name: common.close }).click();
    await page.getByRole('button', { name: history.open }).click();
    await expect(page.getByRole('dialog', { name: history.title }).getByRole('table')).toBeVisible();
    await expectSoundEverywhere(page);
  },
);

/**
 * Albums in each state: queued, in progress, failed and completed. Resolves with the ids of the queued and the
 * completed one.
 */
async function addAlbums({ db, ...seeds }: Seeds, user: { userId: string; taskIds: string[] }) {
  const waiting = await seeds.album(user, 'Estate');
  await seeds.changeAlbum(await seeds.album(user, 'Natale'), { status: 'processing', progress: 0.4 });
  const failure = { status: 'failed', errorCode: 'album_failed', finishedAt: new Date() } as const;
  await seeds.changeAlbum(await seeds.album(user, 'Mare'), failure);
  const done = await seeds.album(user, 'Nonna Lucia');
  const { renditionPrefix } = await db.videoTask.findUniqueOrThrow({ where: { id: user.taskIds[0] ?? '' } });
  const made = { status: 'completed', progress: 1, renditionPrefix, finishedAt: new Date() };
  await db.album.update({ where: { id: done }, data: made });
  return { waiting, done };
}

test('it: videos and albums in all their states', anywhere, async ({ page, seeds }) => {
  const user = await seeds.signIn(page, ['light', 'running', 'failed', 'dark']);
  await addAlbums(seeds, user);
  await page.goto('/it/create');
  await expect(page.locator('[data-card]')).toHaveCount(8);
  await expectSoundEverywhere(page);
});

/** Audits the open dialog, then closes it. */
async function soundThenClosed(page: Page, name: string | RegExp): Promise<void> {
  const dialog = page.getByRole('dialog', { name });
  await expect(dialog).toBeVisible();
  await expectSoundEverywhere(page);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
}

test('en: the video dialogs', anywhere, async ({ page, seeds }) => {
  const { albumForm, filmPreview, gallery, share } = texts.en;
  await seeds.signIn(page, ['light', 'dark']);
  await page.goto('/en/create');
  await page.getByRole('button', { name: gallery.selectAll }).click();
  await page.getByRole('button', { name: gallery.createAlbum, exact: true }).click();
  const form = page.getByRole('dialog', { name: albumForm.title });
  for (const title of [albumForm.look, albumForm.words]) await form.getByText(title).click();
  await form.getByRole('button', { name: filmPreview.open }).click();
  await expect(form.getByRole('button', { name: filmPreview.play })).toBeVisible();
  await soundThenClosed(page, albumForm.title);
  await choose(page.locator('[data-task]').first(), gallery.delete);
  await soundThenClosed(page, named(gallery.deleteTitle));
  await withoutSharing(page);
  await choose(page.locator('[data-task]').first(), gallery.share);
  await soundThenClosed(page, share.dialog);
});

test('en: the album dialogs', anywhere, async ({ page, seeds }) => {
  const { albums, albumStatus } = texts.en;
  const user = await seeds.signIn(page, ['light', 'dark']);
  const { waiting, done } = await addAlbums(seeds, user);
  await page.goto('/en/create');
  for (const [id, words] of [
    [waiting, albumStatus.usually],
    [done, albumStatus.completed],
  ] as const) {
    await page.locator(`[data-card="${id}"]`).getByRole('button').first().click();
    await expect(page.getByRole('dialog', { name: albums.one }).getByText(words)).toBeVisible();
    await soundThenClosed(page, albums.one);
  }
});

/** Emulates a browser that can neither share nor copy. */
async function withoutSharing(page: Page): Promise<void> {
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'share', { value: undefined });
    Object.defineProperty(navigator, 'clipboard', { value: undefined });
  });
}

test('en: a shared video and a shared album', anywhere, async ({ page, seeds }) => {
  const user = await seeds.signIn(page, ['light']);
  const { done } = await addAlbums(seeds, user);
  for (const [kind, id] of [
    ['video', user.taskIds[0] ?? ''],
    ['album', done],
  ] as const) {
    await page.goto(href('en', kind, { id }));
    await expect(page.getByText('with nothing invented')).toBeVisible();
    await page.getByText(texts.en.shared.origin.summary).click();
    await expectSoundEverywhere(page);
  }
});
