import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, type Locator, type Page, test } from '@playwright/test';
import type { Language } from '../../../shared/languages.ts';

/** Each screen is pictured twice: on a phone by day in English, on a desktop by night in Italian. */
export function lookOf(project: string): { language: Language; colorScheme: 'light' | 'dark' } {
  return project === 'phone'
    ? { language: 'en', colorScheme: 'light' }
    : { language: 'it', colorScheme: 'dark' };
}

const folder = path.resolve(import.meta.dirname, '../pictures');

/**
 * Compares what the page, or a part of it, shows with the committed picture of that name. Letters and edges are drawn a little differently by
 * each browser and system, so pictures lie in folders named after both, and where there is none for this one the test is
 * skipped. `npx playwright test visual purchases-closed -u all` makes them. Throws where more than a few pixels differ.
 */
export async function expectPicture(shown: Page | Locator, name: string): Promise<void> {
  const page = 'context' in shown ? shown : shown.page();
  const { config, project } = test.info();
  const browser = page.context().browser();
  const major = browser?.version().split('.')[0];
  const kind = `${process.platform}-${browser?.browserType().name()}-${major}`;
  const making = config.updateSnapshots === 'all' || config.updateSnapshots === 'changed';
  test.skip(!making && !existsSync(path.join(folder, kind)), `there are no pictures for ${kind}`);
  await page.evaluate(() => document.fonts.ready);
  const options = {
    stylePath: path.join(import.meta.dirname, 'picture.css'),
    // The edge of a button that moved by one pixel differs in more.
    maxDiffPixels: 40,
    threshold: 0.1,
    timeout: 10_000,
  };
  const file = [kind, `${name}-${project.name}.png`];
  if ('context' in shown) await expect(shown).toHaveScreenshot(file, options);
  else await expect(shown).toHaveScreenshot(file, options);
}
