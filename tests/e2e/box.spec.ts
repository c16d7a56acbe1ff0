import { languages } from '#shared/languages.ts';
import { href } from '#shared/pages.ts';
import { heicOf } from '../support/heic.ts';
import { portrait } from '../support/photos.ts';
import { expect, expectSound, expectSoundEverywhere, oneScreen, still, test, texts } from './support/test.ts';

test.use(still);

for (const language of languages) {
  const { box, boxes, create, errors, sent, shared, upload } = texts[language];
  const name = language === 'en' ? 'Zia Pina' : 'Aunt Pina';
  const named = (text: string) => text.replace('{{name}}', name);

  test(
    `${language}: a relative without an account sends photos; the owner turns one into a video and rejects the other`,
    oneScreen(language),
    async ({ page, seeds, browser, baseURL }) => {
      await seeds.signIn(page, ['light']);
      await page.goto(href(language, 'create'));
      await page.getByRole('link', { name: create.boxes }).click();
      await expect(page.getByText(boxes.lead)).toBeVisible();
      await expect(page.getByText(boxes.nobody)).toBeVisible();
      await page.getByRole('button', { name: boxes.new }).click();
      await page.getByRole('button', { name: boxes.open, exact: true }).click();
      await expect(page.getByText(boxes.nameMissing)).toBeVisible();
      await page.getByLabel(boxes.name).fill('Nonno, 80');
      await page.getByRole('button', { name: boxes.open, exact: true }).click();
      const link = await page.getByLabel(boxes.link, { exact: true }).inputValue();
      await expectSound(page);
      await page.keyboard.press('Escape');

      const context = await browser.newContext({ ...(baseURL && { baseURL }) });
      const relative = await context.newPage();
      const complaints: string[] = [];
      relative.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      await relative.goto(link);
      await expect(relative.getByText('Nonno, 80')).toBeVisible();
      await expect(relative.getByText(box.sentHeading)).toBeHidden();
      const photo = { name: 'mare.jpg', mimeType: 'image/jpeg', buffer: await portrait() };
      const large = await portrait({ width: 2000, height: 2400 });
      const heic = { name: 'mare.HEIC', mimeType: 'image/heic', buffer: await heicOf(large) };
      const send = relative.getByRole('button', { name: box.send });
      await relative.getByLabel(box.photo).setInputFiles({ ...photo, buffer: Buffer.from('no photo') });
      await relative.getByLabel(box.sender).fill(name);
      await relative.getByLabel(box.consent).check();
      await send.click();
      await expect(relative.getByText(errors.invalid_file_type)).toBeVisible();
      await expect(relative.getByText(upload.help.invalid_file_type)).toBeVisible();
      await expect(send).toBeFocused();
      await relative.getByLabel(box.consent).uncheck();
      for (const last of [false, true]) {
        await relative.getByLabel(box.photo).setInputFiles(last ? heic : photo);
        await relative.getByLabel(box.sender).fill(name);
        await relative.getByRole('button', { name: box.send }).click();
        await expect(relative.getByText(errors.consent_required)).toBeVisible();
        if (last) await expectSoundEverywhere(relative);
        await relative.getByLabel(box.consent).check();
        await relative.getByRole('button', { name: box.send }).click();
        await expect(relative.getByRole('listitem')).toHaveCount(last ? 2 : 1);
      }
      // This browser remembers what it sent.
      await relative.reload();
      await expect(relative.getByRole('listitem')).toHaveCount(2);
      await relative.getByRole('listitem').last().getByRole('link').click();
      await expect(relative.getByText(sent.states.waiting)).toBeVisible();
      await expect(relative.getByRole('link', { name: sent.watch })).toBeHidden();
      await expectSound(relative);

      // New photos are pushed.
      await expect(page.getByRole('button', { name: named(boxes.approveNamed) })).toHaveCount(2);
      await expectSoundEverywhere(page);
      await page
        .getByRole('button', { name: named(boxes.approveNamed) })
        .first()
        .click();
      await expect(page.getByRole('button', { name: named(boxes.approveNamed) })).toHaveCount(1);
      await page.getByRole('button', { name: named(boxes.refuseNamed) }).click();
      await page.getByRole('button', { name: boxes.refuse, exact: true }).click();
      await expect(page.getByText(boxes.nobody)).toBeVisible();

      await relative.getByRole('link', { name: sent.watch }).click();
      await expect(relative.getByRole('link', { name: shared.save })).toBeVisible();
      await relative.goto(link);
      await relative.getByRole('listitem').first().getByRole('link').click();
      await expect(relative.getByText(sent.states.refused)).toBeVisible();
      await page.getByRole('button', { name: boxes.closeNamed.replace('{{name}}', 'Nonno, 80') }).click();
      await page.getByRole('button', { name: boxes.close, exact: true }).click();
      await expect(page.getByText(boxes.closed, { exact: true })).toBeVisible();
      expect((await relative.goto(link))?.status()).toBe(404);
      expect(complaints.filter((complaint) => !/404|415/.test(complaint))).toEqual([]);
      await context.close();
    },
  );
}
