import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '#scripts/lib/chromium.mjs';

/**
 * Launches the same browser as the tests, without its sandbox, which does not work in containers; the caller closes it.
 */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  const args = ['--no-sandbox', '--disable-dev-shm-usage'];
  return chromium.launch({ args, ...(executablePath && { executablePath }) });
}
