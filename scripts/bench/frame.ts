import { openAsBlob } from 'node:fs';
import { resolve } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { limits } from '../../shared/limits.ts';
import { href } from '../../shared/pages.ts';
import { launchBrowser } from './lib/browser.ts';
import { startMemori } from '../lib/running-memori.ts';
import { prepare } from '../setup/prepare.ts';
import { untilBegun, watchFilms, weighPage } from './lib/frame-device.ts';
import { report } from './lib/measure.ts';

/** By then every piece of code is warm, and every buffer has been needed once. */
const warmAfter = 20;

const portrait = fileURLToPath(new URL('../../studio/pictures/masters/grandmother.jpg', import.meta.url));

/**
 * A frame in a real browser for as many films as it shows in an hour, each played in a sixteenth of its time: whether
 * anything grows. `args`: how many minutes instead.
 */
export async function run([minutes = '60']: readonly string[]): Promise<void> {
  await prepare(resolve(import.meta.dirname, '../..'), ['--client', '--browser']);
  const films = Math.ceil((Number(minutes) * 60) / limits.video.seconds);
  const memori = await startMemori();
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage({ reducedMotion: 'reduce' });
    await watchFilms(page);
    await page.goto(memori.url + href('en', 'frame', { id: await newFrame(memori.url) }));
    await untilBegun(page, warmAfter);
    const early = await weigh(page);
    const from = performance.now();
    await untilBegun(page, warmAfter + films, Number(minutes));
    const late = await weigh(page);
    report('films shown', films, 0);
    report('of a real hour', (performance.now() - from) / (films * limits.video.seconds * 1000));
    for (const what of ['elements', 'nodes', 'listeners', 'urls', 'heap'] as const) {
      const unit = what === 'heap' ? 'kB' : '';
      const scale = what === 'heap' ? 1000 : 1;
      report(`${what} at the start`, early[what] / scale, 0, unit);
      report(`${what} at the end`, late[what] / scale, 0, unit);
      report(`growth of ${what} (at most ${what === 'heap' ? 1.2 : 1.05})`, late[what] / early[what]);
    }
  } finally {
    await browser.close();
    await memori.stop();
  }
}

async function weigh(page: Page) {
  const [elements, urls] = await page.evaluate(() => [
    document.querySelectorAll('*').length,
    // Two when it is weighed while one film replaces the next.
    window.urls,
  ]);
  return { elements: elements ?? Number.NaN, urls: urls ?? Number.NaN, ...(await weighPage(page)) };
}

/** The secret of a frame whose owner has one video. */
async function newFrame(url: string): Promise<string> {
  let cookie = '';
  const call = async (path: string, body?: FormData | object) => {
    const answer = await fetch(url + path, {
      method: body ? 'POST' : 'GET',
      headers: {
        ...(cookie && { cookie }),
        ...(body && !(body instanceof FormData) && { 'content-type': 'application/json' }),
      },
      ...(body && { body: body instanceof FormData ? body : JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
    cookie ||= answer.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    return (await answer.json()) as unknown;
  };
  await call('/api/auth/signup', { email: 'nonna@example.com', password: 'correct horse' });
  const form = new FormData();
  form.append('image', await openAsBlob(portrait), 'nonna.jpg');
  const { taskId } = (await call('/api/video/generate', form)) as { taskId: string };
  for (;;) {
    const { status } = (await call(`/api/video/status/${taskId}`)) as { status: string };
    if (status === 'Success') break;
    if (status === 'Fail') throw new Error('The video could not be made');
    await setTimeout(500);
  }
  const made = await call('/api/trpc/frame.create', { name: null, films: null, dim: null });
  return (made as { result: { data: { secret: string } } }).result.data.secret;
}
