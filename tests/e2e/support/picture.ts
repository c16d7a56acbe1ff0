import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import { findChromium } from '../../../scripts/lib/chromium.mjs';
import { pinnedChromium } from '../../../scripts/lib/pinned-chromium.mjs';
import type { Language } from '../../../shared/languages.ts';

/** Each screen is pictured twice: on a phone by day in English, on a desktop by night in Italian. */
export function lookOf(project: string): { language: Language; colorScheme: 'light' | 'dark' } {
  return project === 'phone'
    ? { language: 'en', colorScheme: 'light' }
    : { language: 'it', colorScheme: 'dark' };
}

/** What may differ: a button's edge that moved by one pixel is more than the first; the second lets letters through. */
const exact = { maxDiffPixels: 40, threshold: 0.1 };
const coarse = { maxDiffPixelRatio: 0.03, threshold: 0.3 };

/**
 * Compares what the page, or a part of it, shows with the committed picture of that name. The pictures are the pinned
 * browser's, and with it they are compared exactly; each other browser and system draws letters and edges a little
 * differently, and is compared coarsely (decision 080). Photos are left out unless they are `shown`; videos always.
 * `npx playwright test visual purchases-closed mails -u all` makes the pictures, with the pinned browser only. Throws where more
 * differs than may.
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
    timeout: 10_000,
    ...(isPinned ? exact : coarse),
  };
  const file = `${name}-${project.name}.png`;
  if ('context' in subject) await expect(subject).toHaveScreenshot(file, options);
  else await expect(subject).toHaveScreenshot(file, options);
}
