import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { type Language, languages } from '#shared/languages.ts';
import { href } from '#shared/pages.ts';
import { serverTexts } from '#server/platform/texts/texts.ts';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { type MinimaxEmulator, startMinimaxEmulator } from '#server/emulators/minimax/emulator.ts';
import type { MinimaxScript } from '#server/emulators/minimax/script.ts';
import { portrait } from '../support/photos.ts';
import { expectCredits } from './support/shop.ts';
import {
  test as base,
  choosePhoto,
  enterToCreate,
  expect,
  expectSound,
  noModels,
  oneScreen,
  still,
  texts,
  made,
} from './support/test.ts';

/** Scripts for the next jobs, in order; later ones succeed. */
let plan: MinimaxScript[] = [];
let planned = 0;

/** A Memori with a hosted provider: the emulator, in this process, so that each test can script it. */
const test = base.extend<object, { emulator: MinimaxEmulator }>({
  emulator: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads which fixtures are wanted from the pattern.
    async ({}, provide) => {
      const script = (_prompt: string, number: number) => plan[number - 1 - planned] ?? {};
      const paces = { preparing: 50, queueing: 50, processing: 100 };
      const ffmpeg = await findFfmpeg();
      const emulator = await startMinimaxEmulator({ ffmpeg, production: false, script, paces });
      await provide(emulator);
      await emulator.close();
    },
    { scope: 'worker' },
  ],
  settings: async ({ emulator }, provide) =>
    provide({
      VIDEO_PROVIDER: 'minimax',
      MINIMAX_API_KEY: emulator.apiKey,
      MINIMAX_BASE_URL: emulator.url,
      MINIMAX_RPM: '600',
      VIDEO_POLL: '200ms',
      MAIL_AFTER: '0s',
    }),
});

test.use({ ...still, ...noModels });
// Serial, so that one worker and its Memori serve them all.
test.describe.configure({ mode: 'default' });

function goes(emulator: MinimaxEmulator, ...scripts: MinimaxScript[]): void {
  plan = scripts;
  planned = emulator.jobs.length;
}

const photo = () => portrait({ width: 450, height: 400 });

async function generate(page: Page, language: Language): Promise<void> {
  await choosePhoto(page, await photo(), 'nonna.jpg');
  await page.getByRole('button', { name: texts[language].upload.generate }).click();
}

/** The text of the one mail to a user in the outbox that contains `part`, once it has arrived. */
async function mailTo(dataDir: string, email: string, part: string): Promise<string> {
  const folder = path.join(dataDir, 'outbox');
  let found: string[] = [];
  await expect
    .poll(async () => {
      const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml'));
      const mails = await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')));
      found = mails.filter((mail) => mail.includes(`To: ${email}`) && mail.includes(part));
      return found.length;
    })
    .toBe(1);
  // Undo quoted-printable's line breaks and escapes, as far as links need it.
  return (found[0] ?? '').replaceAll('=\r\n', '').replaceAll('=3D', '=');
}

/** Opens the verification link mailed to a new account: until then, no other mails are sent. */
async function verify(page: Page, dataDir: string, language: Language, email: string): Promise<void> {
  const mail = await mailTo(dataDir, email, '/verify#');
  const hash = /\/verify#([\w-]+)/.exec(mail)?.[1] ?? '';
  const { action, done } = texts[language].mailLink.verify;
  await page.goto(href(language, 'verify', { hash }));
  await page.getByRole('button', { name: action }).click();
  await expect(page.getByRole('heading', { name: done })).toBeVisible();
  await page.goto(href(language, 'create'));
}

for (const language of languages) {
  const t = texts[language];

  test(
    `${language}: a hosted video shows the provider’s status, and a mail announces its completion`,
    oneScreen(language),
    async ({ page, memori, emulator }) => {
      // The response to each poll of the job, until the test has seen it.
      const statuses = Array.from({ length: 100_000 }, (): 'Queueing' | 'Processing' => 'Queueing');
      goes(emulator, { statuses });
      const email = await enterToCreate(page, language);
      await verify(page, memori.dataDir, language, email);
      await expect(page.getByText(t.upload.goesOut)).toBeVisible();
      await expect(page.getByText(t.upload.time.minutes.replace('{{range}}', '2-3'))).toBeVisible();
      await generate(page, language);

      const bar = page.getByRole('progressbar', { name: t.progress.label, exact: true });
      await expect(page.getByText(t.progress.provider.queueing)).toBeVisible();
      expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThanOrEqual(20);
      await expect(page.getByText(t.progress.mailed)).toBeVisible();
      await expect(page.getByText(t.progress.usually.minutes.replace('{{range}}', '2-3'))).toBeVisible();
      await expectSound(page);
      // Leaving the page and coming back works.
      await page.reload();
      statuses.fill('Processing');
      await expect(page.getByText(t.progress.provider.processing)).toBeVisible();
      expect(Number(await bar.getAttribute('aria-valuenow'))).toBeLessThanOrEqual(80);
      statuses.length = 0;
      await expect(page.getByRole('heading', { name: t.result.title })).toBeVisible(made);

      const mail = await mailTo(memori.dataDir, email, `${memori.url}/${language}/create#sign-in`);
      const link = new RegExp(`${memori.url}/${language}/mail\\?token=[a-z2-7]{32}`).exec(mail)?.[0] ?? '';
      await page.goto(link);
      await expect(page.getByRole('heading', { name: t.mail.askTitle })).toBeVisible();
      await expectSound(page);
      await page.getByRole('button', { name: t.mail.turnOff }).click();
      await expect(page.getByRole('heading', { name: t.mail.offTitle })).toBeVisible();
      await expectSound(page);
      await page.getByRole('button', { name: t.mail.turnOn }).click();
      await expect(page.getByRole('heading', { name: t.mail.onTitle })).toBeVisible();
    },
  );

  test(
    `${language}: a photo refused by the provider is reported and refunded, and a retry succeeds`,
    oneScreen(language),
    async ({ page, memori, emulator }) => {
      // The second attempt meets an internal failure of the service, which is retried automatically.
      goes(emulator, { end: 'Fail', reason: 1027 }, { end: 'Fail', reason: 1000 });
      const email = await enterToCreate(page, language);
      await verify(page, memori.dataDir, language, email);
      await generate(page, language);
      const failure = page.getByRole('region', { name: t.failure.title });
      await expect(failure).toContainText(t.errors.output_refused);
      await expect(failure).toContainText(t.failure.refunded);
      // The toast says it again.
      const toast = `${t.failure.title}${t.errors.output_refused} ${t.failure.refunded}`;
      await expect(page.getByRole('alert')).toHaveText(toast);
      await expectCredits(page, language, 1);
      await mailTo(memori.dataDir, email, serverTexts[language].mail.failed.subject.slice(0, 8));

      // The photo is still there.
      await page.getByRole('button', { name: t.common.tryAgain }).click();
      await page.getByRole('button', { name: t.upload.generate }).click();
      await expect(page.getByRole('heading', { name: t.result.title })).toBeVisible(made);
      expect(emulator.jobs.length - planned).toBe(3);
    },
  );

  test(
    `${language}: a photo refused by the provider is animated here, in one tap`,
    oneScreen(language),
    async ({ page, emulator }) => {
      goes(emulator, { end: 'Fail', reason: 1027 });
      await enterToCreate(page, language);
      await generate(page, language);
      const failure = page.getByRole('region', { name: t.failure.title });
      await expect(failure).toContainText(t.failure.localText);
      await expectSound(page);
      await failure.getByRole('button', { name: t.failure.local }).click();
      await expect(page.getByRole('heading', { name: t.result.title })).toBeVisible(made);
      expect(emulator.jobs.length - planned).toBe(1);
      await expectCredits(page, language, 0);
      await expect(page.locator('[data-status="Fail"]')).toHaveCount(0);
    },
  );
}
