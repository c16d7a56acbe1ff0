import type { Page } from '@playwright/test';
import type { Language } from '#shared/languages.ts';
import type { PackageId } from '#shared/packages.ts';
import { texts as sandboxTexts } from '#server/emulators/stripe/pages/texts.ts';
import { expect, texts } from './test.ts';

export { sandboxTexts };

/** A text of the pages with its only placeholder filled in. */
export const fill = (text: string, value: string | number) => text.replace(/{{\w+}}/, String(value));

/** The same, matching any name, such as that of a video without its own. */
export const named = (text: string) =>
  new RegExp(`^${text.replaceAll(/[?()[\]]/g, '\\$&').replace(/{{\w+}}/, '.+')}$`);

/** Chooses a package on the page that lists them; resolves with the payment page, in its own tab. */
export async function choosePackage(page: Page, language: Language, id: PackageId): Promise<Page> {
  const { packages } = texts[language];
  const popup = page.waitForEvent('popup');
  await page.getByRole('link', { name: fill(packages.chooseNamed, packages[id].name), exact: true }).click();
  const payment = await popup;
  await expect(payment.getByRole('heading', { name: sandboxTexts[language].heading })).toBeVisible();
  await expect(payment.getByText(packages[id].name)).toBeVisible();
  return payment;
}

/** Enters a coupon on the payment page. */
export async function enterCoupon(payment: Page, language: Language, coupon: string): Promise<void> {
  const text = sandboxTexts[language];
  await payment.getByLabel(text.code).fill(coupon);
  await payment.getByRole('button', { name: text.apply }).click();
}

/** Presses the page's own pay button, whatever the price. */
export async function pay(payment: Page, language: Language): Promise<void> {
  const text = sandboxTexts[language];
  await payment.getByRole('button', { name: new RegExp(`^(${text.pay} .*\\d|${text.payFree}$)`) }).click();
}

/** Expects the badge to show this many credits. */
export async function expectCredits(page: Page, language: Language, count: number): Promise<void> {
  const { credits } = texts[language];
  const text = fill(count === 1 ? credits.count_one : credits.count_other, count);
  await expect(
    page.getByRole('region', { name: credits.label }).getByText(text, { exact: true }),
  ).toBeVisible();
}

/** The first frame of a task's player on the page, as luminance (0 to 255) at 96 x 120. */
export function firstFrame(page: Page, taskId: string): Promise<number[]> {
  return page.locator(`[data-task="${taskId}"] video`).evaluate(async (element) => {
    const video = element as HTMLVideoElement;
    video.pause();
    await new Promise<void>((resolve) => {
      video.addEventListener('seeked', () => resolve(), { once: true });
      video.currentTime = 0.001;
    });
    const canvas = Object.assign(document.createElement('canvas'), { width: 96, height: 120 });
    const context = canvas.getContext('2d');
    context?.drawImage(video, 0, 0, 96, 120);
    const { data } = context?.getImageData(0, 0, 96, 120) ?? { data: new Uint8ClampedArray() };
    return Array.from({ length: data.length / 4 }, (_, i) => {
      const [r = 0, g = 0, b = 0] = data.subarray(i * 4, i * 4 + 3);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    });
  });
}

/**
 * At how many of 100 places two frames differ clearly: shows a watermark or its absence, but never the encoder's noise.
 */
export function markedShare(one: readonly number[], other: readonly number[]): number {
  const differing = one.filter((value, index) => Math.abs(value - (other[index] ?? 0)) > 8);
  return (100 * differing.length) / one.length;
}
