import { languages } from '#shared/languages.ts';
import { href } from '#shared/pages.ts';
import { expect, expectSound, expectSoundEverywhere, oneScreen, still, test, texts } from './support/test.ts';

test.use(still);

for (const language of languages) {
  const { frames, header, tv } = texts[language];

  test(
    `${language}: a television becomes a frame by a code of six characters, once`,
    oneScreen(language),
    async ({ page, seeds, browser, baseURL }) => {
      await seeds.signIn(page, ['light']);
      await page.goto(href(language, 'create'));
      await page.getByRole('button', { name: /@/ }).click();
      await page
        .getByRole('group', { name: header.family })
        .getByRole('link', { name: header.television })
        .click();
      await page.getByRole('button', { name: frames.new }).click();
      await page.getByLabel(frames.name, { exact: true }).fill('Nonna');
      await page.getByRole('button', { name: frames.create }).click();
      const dialog = page.getByRole('dialog', { name: frames.linkTitle });
      const link = await dialog.getByLabel(frames.link, { exact: true }).inputValue();
      await expect(dialog.getByText(`${new URL(link).host}/tv`)).toBeVisible();
      await dialog.getByRole('button', { name: frames.tvGet }).click();
      const code = dialog.getByText(/^[A-HJKMNP-Z2-9]{3} [A-HJKMNP-Z2-9]{3}$/);
      await expect(code).toBeVisible();
      await expectSoundEverywhere(page);
      const typed = ((await code.textContent()) ?? '').toLowerCase().replace(' ', '-');

      const context = await browser.newContext({ ...(baseURL && { baseURL }), locale: language });
      const television = await context.newPage();
      await television.goto('/tv');
      expect(new URL(television.url()).pathname).toBe(`/${language}/tv`);
      const input = television.getByLabel(tv.code);
      const show = television.getByRole('button', { name: tv.show });
      await input.fill('AAA AAA');
      await show.click();
      await expect(television.getByText(tv.problems.frame_code_unknown)).toBeVisible();
      await expect(input).toBeFocused();
      await expectSound(television);
      await input.fill(typed);
      await expect(television.getByText(tv.problems.frame_code_unknown)).toBeHidden();
      await input.press('Enter');
      await television.waitForURL(new RegExp(`/${language}/frame/[\\w-]{43}$`));
      await expect(television.locator('[data-frame]')).toHaveAttribute('data-state', 'playing');
      await television.goto(`/${language}/tv`);
      await input.fill(typed);
      await show.click();
      await expect(television.getByText(tv.problems.frame_code_unknown)).toBeVisible();
      await context.close();

      expect((await page.request.get(link)).status()).toBe(404);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: frames.onTvNamed.replace('{{name}}', 'Nonna') }).click();
      const again = page.getByRole('dialog', { name: frames.tvTitle });
      await again.getByRole('button', { name: frames.tvGet }).click();
      await expect(again.getByRole('button', { name: frames.tvAgain })).toBeVisible();
      await expectSound(page);
    },
  );
}
