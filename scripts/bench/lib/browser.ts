import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../../lib/chromium.mjs';

/** The browser that tests use as well, without its sandbox, which containers have no room for; the caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await findChromium();
  const args = ['--no-sandbox', '--disable-dev-shm-usage'];
  return chromium.launch({ args, ...(executablePath && { executablePath }) });
}
