import type { Page } from '@playwright/test';
import { languages } from '#shared/languages.ts';
import { portrait } from '../support/photos.ts';
import { choose } from './support/card-menu.ts';
import {
  choosePhoto,
  expect,
  expectSound,
  oneScreen,
  signUp,
  still,
  test,
  texts,
  made,
} from './support/test.ts';

test.use(still);

const promise = {
  en: 'Moved by software from a single photo, with nothing invented. What moves here was never filmed.',
  it: 'Un software ha mosso una sola foto, senza inventare niente. Ciò che si muove qui non è mai stato filmato.',
};

/**
 * Records every heading and every value of the bar that the page shows from now on, in order: a fast machine may not show
 * them for long.
 */
async function watchProgress(page: Page, label: string) {
  const seen = await page.evaluateHandle((name) => {
    const shown = { headings: [] as string[], values: [] as number[] };
    new MutationObserver(() => {
      for (const { textContent } of document.querySelectorAll('h2')) {
        if (!shown.headings.includes(textContent)) shown.headings.push(textContent);
      }
      const bar = document.querySelector(`[role=progressbar][aria-label="${name}"]`);
      if (bar) shown.values.push(Number(bar.getAttribute('aria-valuenow')));
    }).observe(document.body, { subtree: true, attributes: true, childList: true });
    return shown;
  }, label);
  return () => seen.jsonValue();
}

/**
 * The distance of the video's first frame on the page from a photo: the mean difference of luminance, 0 to 255, at 48 x
 * 60, which a small watermark hardly affects and a wrong picture can't match.
 */
async function firstFrameDistance(page: Page, photo: Buffer): Promise<number> {
  return page
    .locator('video')
    .first()
    .evaluate(
      async (element, source) => {
        const video = element as HTMLVideoElement;
        video.pause();
        await new Promise<void>((resolve) => {
          video.addEventListener('seeked', () => resolve(), { once: true });
          video.currentTime = 0.001;
        });
        const image = new Image();
        image.src = source;
        await image.decode();
        const luminance = (picture: CanvasImageSource) => {
          const canvas = Object.assign(document.createElement('canvas'), { width: 48, height: 60 });
          const context = canvas.getContext('2d');
          context?.drawImage(picture, 0, 0, 48, 60);
          const { data } = context?.getImageData(0, 0, 48, 60) ?? { data: new Uint8ClampedArray() };
          return Array.from({ length: data.length / 4 }, (_, i) => {
            const [r = 0, g = 0, b = 0] = data.subarray(i * 4, i * 4 + 3);
            return 0.2126 * r + 0.7152 * g + 0.0722 * b;
          });
        };
        const [shown, wanted] = [luminance(video), luminance(image)];
        return shown.reduce((sum, value, i) => sum + Math.abs(value - (wanted[i] ?? 0)), 0) / shown.length;
      },
      `data:image/jpeg;base64,${photo.toString('base64')}`,
    );
}

for (const language of languages) {
  const t = texts[language];
  // Once at the size of production.
  const fullSize = language === 'en';

  test.describe(() => {
    test.use({ fullSize });
    test(
      `${language}: from the landing page to a video that is played, downloaded and shared`,
      oneScreen(language),
      async ({ page, context, browser, expectNoise }) => {
        expectNoise(/402 \(Payment Required\) \/api\/video\/generate$/);
        await page.goto(`/${language}`);
        await page.getByRole('link', { name: t.landing.create }).first().click();
        await expect(page.getByRole('heading', { name: t.auth.signUp.title })).toBeVisible();
        await signUp(page, language);
        await expect(page.getByText(t.gallery.emptyTitle)).toBeVisible();
        await expect(
          page.getByText(t.credits.count_one.replace('{{count}}', '1'), { exact: true }),
        ).toBeVisible();
        await expect(page.getByText(t.credits.first)).toBeVisible();
        await expectSound(page);

        const photo = await portrait({ width: 960, height: 1200 });
        await choosePhoto(page, photo, 'Nonna così 👵.jpg');
        await expect(page.getByText('Nonna così 👵.jpg').first()).toBeVisible();
        await expectSound(page);
        const progress = await watchProgress(page, t.progress.label);
        await page.getByRole('button', { name: t.upload.generate }).click();
        await expect(page.getByRole('heading', { name: t.result.title })).toBeVisible(made);
        // From here on videos have to play. Until then a moving photo would only slow down the work on its video.
        await page.emulateMedia({ reducedMotion: 'no-preference' });
        const { headings, values } = await progress();
        expect(headings).toContain(t.progress.title);
        expect(values.length).toBeGreaterThan(0);
        expect(values).toEqual(values.toSorted((a, b) => a - b));
        const video = page.getByLabel(t.result.video);
        await expect
          .poll(() => video.evaluate((element: HTMLVideoElement) => element.currentTime))
          .toBeGreaterThan(0.2);
        expect(await video.evaluate(({ muted, loop }: HTMLVideoElement) => ({ muted, loop }))).toEqual({
          muted: true,
          loop: true,
        });
        expect(await video.evaluate((element: HTMLVideoElement) => element.duration)).toBeCloseTo(6, 1);
        const size = await video.evaluate(({ videoWidth, videoHeight }: HTMLVideoElement) => [
          videoWidth,
          videoHeight,
        ]);
        expect(size).toEqual(fullSize ? [768, 960] : [384, 480]);
        await expectSound(page);
        // Its only controls are the browser's own.
        await expect(page.getByRole('button', { name: t.result.pause, exact: true })).toHaveCount(0);
        await video.evaluate((element: HTMLVideoElement) => element.pause());
        expect(await firstFrameDistance(page, photo)).toBeLessThan(6);

        const saving = page.waitForEvent('download');
        await page.getByRole('button', { name: t.result.download, exact: true }).click();
        expect((await saving).suggestedFilename()).toMatch(/^memory-video-\d+\.mp4$/);
        await expect(page.getByText(t.download.startedText)).toBeVisible();

        const movements = page.getByRole('region', { name: t.movements.title }).getByRole('button');
        await expect(movements).toHaveCount(8);
        const other = await movements
          .and(page.getByRole('button', { pressed: false }))
          .first()
          .textContent();
        await page.getByRole('button', { name: other ?? '' }).click();
        await expect(page.getByRole('button', { name: other ?? '', pressed: true })).toBeVisible();
        await expect(video).toHaveAttribute('src', /\?round=1$/);
        expect(await firstFrameDistance(page, photo)).toBeLessThan(6);
        await expectSound(page);

        await expect(
          page.getByRole('heading', { name: t.gallery.title.replace('{{count}}', '1') }),
        ).toBeVisible();
        await expect(page.getByText(t.credits.none)).toBeVisible();
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        await page.evaluate(() => Object.defineProperty(navigator, 'share', { value: undefined }));
        await choose(page.locator('[data-task]'), t.gallery.share);
        await expect(page.getByText(t.share.copied)).toBeVisible();
        const link = await page.evaluate(() => navigator.clipboard.readText());
        const guest = await browser.newContext({ reducedMotion: 'no-preference' });
        const shared = await guest.newPage();
        await shared.goto(link);
        await expect(shared.getByText(promise[language])).toBeVisible();
        await shared.getByText(t.shared.origin.summary).click();
        await expect(shared.getByText(t.shared.origin.selfMade)).toBeVisible();
        await expect(shared.getByText(t.shared.origin.none)).toBeHidden();
        const sent = shared.locator('video');
        await expect
          .poll(() => sent.evaluate((element: HTMLVideoElement) => element.currentTime))
          .toBeGreaterThan(0.2);
        expect(await sent.evaluate(({ muted, loop }: HTMLVideoElement) => [muted, loop])).toEqual([
          true,
          true,
        ]);
        await expectSound(shared);
        await shared.getByRole('link', { name: t.shared.own.action }).click();
        await expect(shared).toHaveURL(new RegExp(`/${language}#try$`));
        await guest.close();

        await page.getByRole('button', { name: t.result.another }).click();
        await choosePhoto(page, photo);
        await page.getByRole('button', { name: t.upload.generate }).click();
        await expect(page.getByRole('dialog', { name: t.outOfCredits.title })).toBeVisible();
        await expectSound(page);
      },
    );
  });
}
