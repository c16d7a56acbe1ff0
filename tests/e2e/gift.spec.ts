import { readFile } from 'node:fs/promises';
import { languages } from '#shared/languages.ts';
import { href } from '#shared/pages.ts';
import { openPdf, readCode } from '../support/pdf.ts';
import { choose } from './support/card-menu.ts';
import { fill } from './support/shop.ts';
import { expect, expectSound, oneScreen, still, test, texts } from './support/test.ts';

test.use(still);

for (const language of languages) {
  const { gallery, gift, keepsake, name, notFound, shared, sharing } = texts[language];

  test(
    `${language}: a video is named, dedicated and printed, and its link is revoked`,
    oneScreen(language),
    async ({ page, seeds, memori, expectNoise }) => {
      expectNoise(/404 \(Not Found\) \/\w\w\/video\/\w{32}$/);
      const [id = ''] = (await seeds.signIn(page, ['light'])).taskIds;
      await page.goto(href(language, 'create'));
      const card = page.locator(`[data-card="${id}"]`);
      await choose(card, gallery.rename);
      await card.getByLabel(name.label, { exact: true }).fill('Nonna Rosa, 1931');
      await page.keyboard.press('Enter');
      await expect(card.getByRole('heading', { name: 'Nonna Rosa, 1931' })).toBeVisible();

      await choose(card, gift.button);
      const dialog = page.getByRole('dialog', { name: gift.title });
      await dialog.getByLabel(sharing.sender).fill('Anna <3');
      await dialog.getByLabel(sharing.dedication).fill('Cara nonna,\nbuon compleanno!');
      await dialog.getByRole('button', { name: sharing.save, exact: true }).click();
      await expect(page.getByText(sharing.savedText).first()).toBeVisible();
      await expectSound(page);

      const saving = page.waitForEvent('download');
      await dialog.getByRole('button', { name: keepsake.save }).click();
      const file = await saving;
      expect(file.suggestedFilename()).toBe('Nonna Rosa, 1931.pdf');
      const printed = await (await openPdf(await readFile(await file.path()))).page(1);
      expect(printed.text).toContain('Nonna Rosa, 1931');
      const link = readCode(await printed.pixels(150)) ?? '';
      expect(link).toBe(memori.url + href(language, 'video', { id }));

      const visit = await page.context().newPage();
      await visit.goto(link);
      await expect(visit.getByRole('heading', { level: 1, name: 'Nonna Rosa, 1931' })).toBeVisible();
      await expect(visit.getByText('buon compleanno!')).toBeVisible();
      await expect(visit.getByText(fill(shared.from, 'Anna <3'), { exact: true })).toBeVisible();
      await expectSound(visit);

      await dialog.getByRole('button', { name: sharing.stop }).click();
      await expect(dialog.getByText(sharing.stopped)).toBeVisible();
      expect((await visit.goto(link))?.status()).toBe(404);
      await expect(visit.getByRole('heading', { name: notFound.link.title })).toBeVisible();
    },
  );
}
