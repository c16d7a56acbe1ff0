import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { limits } from '#shared/limits.ts';
import { href } from '#shared/pages.ts';
import { launchBrowser } from './lib/browser.ts';
import { makeVideo, signUp } from '../lib/customer.ts';
import { startMemori } from '../lib/running-memori.ts';
import { prepare } from '../setup/prepare.ts';
import { waitForFilms, trackFilms, measurePage } from './lib/frame-device.ts';
import { report, reportWithin } from './lib/measure.ts';

/** By then all code is warm and every buffer has been allocated once. */
const warmAfter = 20;

const portrait = fileURLToPath(new URL('../../studio/pictures/masters/grandmother.jpg', import.meta.url));

/**
 * Checks for leaks: runs a frame in a real browser for as many films as it shows in an hour, each played at 16 times
 * its speed. `args`: another number of minutes.
 */
export async function run([minutes = '60']: readonly string[]): Promise<void> {
  await prepare(resolve(import.meta.dirname, '../..'), ['--client', '--browser']);
  const films = Math.ceil((Number(minutes) * 60) / limits.video.seconds);
  const memori = await startMemori();
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    await trackFilms(page);
    await page.goto(memori.url + href('en', 'frame', { id: await newFrame(memori.url) }));
    await waitForFilms(page, warmAfter);
    const early = await measure(page);
    const from = performance.now();
    await waitForFilms(page, warmAfter + films, Number(minutes));
    const late = await measure(page);
    report('films shown', films, 0);
    report('of a real hour', (performance.now() - from) / (films * limits.video.seconds * 1000));
    for (const what of ['elements', 'nodes', 'listeners', 'urls', 'heap'] as const) {
      const unit = what === 'heap' ? 'kB' : '';
      const scale = what === 'heap' ? 1000 : 1;
      report(`${what} at the start`, early[what] / scale, 0, unit);
      report(`${what} at the end`, late[what] / scale, 0, unit);
      reportWithin(`growth of ${what}`, { atMost: what === 'heap' ? 1.2 : 1.05 }, late[what] / early[what]);
    }
  } finally {
    await browser.close();
    await memori.stop();
  }
}

async function measure(page: Page) {
  const [elements, urls] = await page.evaluate(() => [
    document.querySelectorAll('*').length,
    // Two if measured while one film replaces the next.
    window.urls,
  ]);
  return { elements: elements ?? Number.NaN, urls: urls ?? Number.NaN, ...(await measurePage(page)) };
}

/** The secret of a frame whose owner has one video. */
async function newFrame(url: string): Promise<string> {
  const owner = await signUp(url, 'nonna@example.com', 'correct horse');
  await makeVideo(owner, portrait);
  const options = { name: null, films: null, dim: null };
  const made = await owner.call<{ result: { data: { secret: string } } }>('/api/trpc/frame.create', options);
  return made.result.data.secret;
}
