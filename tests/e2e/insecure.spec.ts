import { portrait } from '../support/photos.ts';
import { choose } from './support/card-menu.ts';
import { choosePhoto, expect, noModels, signUp, still, test, texts, made } from './support/test.ts';

const home = 'memori.lan';

test.use({
  ...still,
  ...noModels,
  launchOptions: [
    async ({ launchOptions }, provide) => {
      const { args = [] } = launchOptions;
      await provide({ ...launchOptions, args: [...args, `--host-resolver-rules=MAP ${home} 127.0.0.1`] });
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ memori }, provide) => provide(`http://${home}:${new URL(memori.url).port}`),
});

const t = texts.en;

test('on the plain http of a home network, photos become videos and links are copied', {
  tag: '@desktop',
}, async ({ page, expectNoise }) => {
  // What the browser says of two headers that need https, and keeps to itself on it.
  expectNoise(/^The Cross-Origin-Opener-Policy header has been ignored, because/);
  expectNoise(/^The page requested an origin-keyed agent cluster using the Origin-Agent-Cluster header/);
  await signUp(page, 'en');
  expect(await page.evaluate(() => [window.isSecureContext, 'randomUUID' in crypto])).toEqual([false, false]);
  await choosePhoto(page, await portrait());
  await page.getByRole('button', { name: t.upload.generate, exact: true }).click();
  await expect(page.getByRole('heading', { name: t.result.title })).toBeVisible(made);

  // Without the system's share sheet or the clipboard API, the link is shown, and copied from its field.
  await page.goto('/en/create');
  const card = page.locator('[data-card]').first();
  await choose(card, t.gallery.share);
  const dialog = page.getByRole('dialog', { name: t.share.dialog });
  const link = dialog.getByRole('textbox');
  await expect(link).toHaveValue(new RegExp(`^http://${home}:\\d+/en/video/[a-z2-7]{32}$`));
  const url = await link.inputValue();
  await dialog.getByRole('button', { name: t.share.copy }).click();
  await expect(page.getByText(t.share.copied)).toBeVisible();
  await page.evaluate(() => {
    const field = document.body.appendChild(document.createElement('textarea'));
    field.id = 'pasted';
    field.focus();
  });
  await page.keyboard.press('Control+V');
  await expect(page.locator('#pasted')).toHaveValue(url);

  // Several photos work as well.
  const photo = await portrait();
  await page.reload();
  await page
    .locator('input[type=file]:not([capture])')
    .first()
    .setInputFiles(['nonna.jpg', 'zia.jpg'].map((name) => ({ name, mimeType: 'image/jpeg', buffer: photo })));
  await expect(page.getByText(t.queue.states.ready, { exact: true })).toHaveCount(2);

  await page.goto('/en/account');
  await page.getByRole('heading', { name: t.account.signIn.title, exact: true }).click();
  await expect(page.getByText(t.account.passkeys.insecure)).toBeVisible();
});
