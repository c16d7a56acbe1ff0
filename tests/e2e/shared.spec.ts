import { languages } from '#shared/languages.ts';
import { href } from '#shared/pages.ts';
import { expect, expectSound, oneScreen, still, test, texts } from './support/test.ts';

test.use(still);

const made = {
  en: 'Moved by software from a single photo, with nothing invented. What moves here was never filmed.',
  it: 'Un software ha mosso una sola foto, senza inventare niente. Ciò che si muove qui non è mai stato filmato.',
};

for (const language of languages) {
  const { chat, notFound, shared } = texts[language];
  const other = language === 'en' ? 'it' : 'en';

  test(
    `${language}: visitors with the link can watch and download the film, see that software made it, and report it`,
    oneScreen(language),
    async ({ page, context, seeds, expectNoise }) => {
      expectNoise(/404 \(Not Found\) \/\w\w\/video\/\w{32}$/);
      const [id = ''] = (await seeds.signIn(page, ['light'])).taskIds;
      await context.clearCookies();
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.goto(href(language, 'video', { id }));
        await expect(page.getByText(made[language])).toBeVisible();
        await expect(page.getByRole('link', { name: chat.newTab })).toHaveAttribute('href', /text=/);
        await expectSound(page);
      }
      const film = page.locator('video');
      await expect(page.getByRole('link', { name: shared.save })).toHaveAttribute('href', /\?download=1$/);
      const reply = page.getByRole('link', { name: shared.own.answer });
      const trial = page.getByRole('link', { name: shared.own.action });
      const promise = page.getByText(shared.own.text);
      // Only the trial needs no account: the promise stands between the two, and belongs to the second.
      await expect(reply).toHaveAccessibleDescription('');
      await expect(trial).toHaveAccessibleDescription(shared.own.text);
      const boxes = await Promise.all([reply, promise, trial].map((each) => each.boundingBox()));
      const tops = boxes.map((box) => box?.y ?? 0);
      expect(tops).toEqual(tops.toSorted((above, below) => above - below));
      // With reduced motion, only the visitor starts it.
      await expect
        .poll(() => film.evaluate((element: HTMLVideoElement) => element.readyState))
        .toBeGreaterThan(0);
      expect(await film.evaluate((element: HTMLVideoElement) => element.paused)).toBe(true);
      await page.locator(`a[hreflang=${other}]`).click();
      await expect(page).toHaveURL(new RegExp(`${href(other, 'video', { id })}$`));
      await expect(page.getByText(made[other])).toBeVisible();
      // The test stored the file, so it is not signed.
      await page.getByText(texts[other].shared.origin.summary).click();
      await expect(page.getByText(texts[other].shared.origin.none)).toBeVisible();

      const { report } = texts[other].shared;
      await page.getByText(report.summary, { exact: true }).click();
      await expectSound(page);
      const send = page.getByRole('button', { name: report.send });
      await send.click();
      // The browser's own validation points out what is missing.
      await expect(page.getByLabel(report.reason)).toBeFocused();
      await page.getByLabel(report.reason).selectOption(report.reasons.me);
      await page.getByLabel(report.words).fill('<b>Zia</b>');
      await send.click();
      await expect(page.getByText(report.sent)).toBeVisible();
      await expect(send).toBeHidden();
      expect(await seeds.db.filmReport.findMany({ where: { taskId: id } })).toMatchObject([
        { reason: 'me', words: '<b>Zia</b>', contact: null, language: other },
      ]);

      await seeds.db.videoTask.update({ where: { id }, data: { deletedAt: new Date() } });
      const answer = await page.goto(href(language, 'video', { id }));
      expect(answer?.status()).toBe(404);
      await expect(page.getByRole('heading', { name: notFound.link.title })).toBeVisible();
    },
  );
}

test('a shared album shows its name and plays automatically', { tag: '@phone' }, async ({ page, seeds }) => {
  const user = await seeds.signIn(page, ['light', 'dark']);
  const { renditionPrefix } = await seeds.db.videoTask.findUniqueOrThrow({
    where: { id: user.taskIds[0] ?? '' },
  });
  const id = await seeds.album(user, 'Nonna & "Nonno" <1962>');
  const done = { status: 'completed', progress: 1, renditionPrefix, finishedAt: new Date() };
  await seeds.db.album.update({ where: { id }, data: done });
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await page.goto(href('en', 'album', { id }));
  await expect(page.getByRole('heading', { level: 1, name: 'Nonna & "Nonno" <1962>' })).toBeVisible();
  const film = page.getByLabel('Nonna & "Nonno" <1962>');
  await expect
    .poll(() => film.evaluate((element: HTMLVideoElement) => element.currentTime))
    .toBeGreaterThan(0.1);
  expect(
    await film.evaluate(({ muted, loop, controls }: HTMLVideoElement) => [muted, loop, controls]),
  ).toEqual([true, true, true]);
});
