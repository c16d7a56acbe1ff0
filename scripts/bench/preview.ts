import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import { launchBrowser } from './lib/browser.ts';
import { startMemori } from '../lib/running-memori.ts';
import { prepare } from '../setup/prepare.ts';
import { median } from '../lib/statistics.ts';
import { report, reportWithin } from './lib/measure.ts';
import { drawPhonePhoto } from './lib/sample-photo.ts';
import { countFrames, type PreviewTimes, watchPreview, withoutWebgl } from './lib/watch-preview.ts';

const rounds = 5;
const throttle = 4;
const countedSeconds = 5;
const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 2, isMobile: true, hasTouch: true };

/** Measures the instant preview on the landing page, on a phone's screen. `args`: optionally a photo. */
export async function run(args: readonly string[]): Promise<void> {
  await prepare(resolve(import.meta.dirname, '../..'), ['--client', '--browser']);
  const folder = await mkdtemp(join(tmpdir(), 'memori-bench-'));
  const memori = await startMemori();
  const browser = await launchBrowser();
  try {
    const photo = args[0] === undefined ? join(folder, 'photo.jpg') : resolve(args[0]);
    if (args[0] === undefined) await writeFile(photo, await drawPhonePhoto());
    await measureFirstMovement(browser, memori.url, photo);
    await measureFrames(browser, memori.url, photo);
  } finally {
    await browser.close();
    await memori.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measureFirstMovement(browser: Browser, url: string, photo: string): Promise<void> {
  const times: PreviewTimes[] = [];
  for (let round = 0; round < rounds; round++) {
    const page = await browser.newPage(phone);
    const watched = await watchPreview(page);
    const choose = await openTryIt(page, url);
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: throttle });
    await choose(photo);
    times.push(await watched());
    await page.close();
  }
  const middle = (of: keyof PreviewTimes) => median(times.map((each) => each[of]));
  report(`photo shown, CPU ${throttle} times slower`, middle('shown'), 0, 'ms');
  reportWithin(`first movement, CPU ${throttle} times slower`, { atMost: 1000 }, middle('moving'), 0, 'ms');
  reportWithin(
    `first movement by the photo's own depth, CPU ${throttle} times slower`,
    { atMost: 1500 },
    middle('movingByOwnDepth'),
    0,
    'ms',
  );
}

async function measureFrames(browser: Browser, url: string, photo: string): Promise<void> {
  for (const renderer of ['WebGL2', 'canvas 2D']) {
    const page = await browser.newPage(phone);
    if (renderer !== 'WebGL2') await withoutWebgl(page);
    const choose = await openTryIt(page, url);
    await choose(photo);
    await page.locator('[data-depth=own]').scrollIntoViewIfNeeded();
    const frames = await countFrames(page, countedSeconds);
    reportWithin(`frames a second by ${renderer}`, { atLeast: 24 }, frames / countedSeconds, 1);
    await page.close();
  }
}

/**
 * Opens the landing page and the file picker of its try-it area; resolves with a function that chooses a photo there.
 */
async function openTryIt(page: Page, url: string): Promise<(photo: string) => Promise<void>> {
  await page.goto(`${url}/en`);
  const choosing = page.waitForEvent('filechooser');
  await page.locator('#try label').click();
  const chooser = await choosing;
  return (photo) => chooser.setFiles(photo);
}
