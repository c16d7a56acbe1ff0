import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { findChromium } from '#scripts/lib/chromium.mjs';
import { pinnedChromium } from '#scripts/lib/pinned-chromium.mjs';
import type { Language } from '#shared/languages.ts';

/**
 * Each screen has two screenshots: on a phone in the light scheme in English, on a desktop in the dark scheme in
 * Italian.
 */
export function lookOf(project: string): { language: Language; colorScheme: 'light' | 'dark' } {
  return project === 'phone'
    ? { language: 'en', colorScheme: 'light' }
    : { language: 'it', colorScheme: 'dark' };
}

/**
 * The tolerance: a button's edge moved by one pixel exceeds the first value; a higher second one would miss changed
 * letters.
 */
const exact = { maxDiffPixels: 40, threshold: 0.1 };
const coarse = { maxDiffPixelRatio: 0.03, threshold: 0.3 };

/**
 * Compares a screenshot of the page, or a part of it, with the committed one of that name. Those were made with the
 * pinned browser, and with it the comparison is exact; other browsers and systems render text and edges slightly
 * differently, and are compared with more tolerance (decision 080). Photos are hidden unless they are `shown`; videos
 * always are. `npx playwright test visual purchases-closed mails -u all` updates the screenshots, only with the pinned
 * browser. Throws if the difference exceeds the tolerance.
 */
export async function expectPicture(
  subject: Page | Locator,
  name: string,
  { photos = 'hidden' }: { photos?: 'shown' | 'hidden' } = {},
): Promise<void> {
  const page = 'context' in subject ? subject : subject.page();
  const { config, project, annotations } = test.info();
  const pinned = pinnedChromium();
  const isPinned = pinned !== undefined && (await findChromium()) === pinned;
  const making = config.updateSnapshots === 'all' || config.updateSnapshots === 'changed';
  if (making && !isPinned) throw new Error('Pictures are made with the pinned browser only (decision 080)');
  annotations.push({
    type: 'picture',
    description: `${name}: compared ${isPinned ? 'exactly' : 'coarsely'}`,
  });
  await page.evaluate(() => document.fonts.ready);
  const styles = ['picture.css', ...(photos === 'hidden' ? ['picture-without-photos.css'] : [])];
  const options = {
    stylePath: styles.map((file) => path.join(import.meta.dirname, file)),
    ...(isPinned ? exact : coarse),
  };
  const file = `${name}-${project.name}.png`;
  if ('context' in subject) await expect(subject).toHaveScreenshot(file, options);
  else await expect(subject).toHaveScreenshot(file, options);
}
