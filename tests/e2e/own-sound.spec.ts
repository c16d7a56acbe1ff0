import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Locator, Page } from '@playwright/test';
import { languages } from '#shared/languages.ts';
import { findFfmpeg } from '#server/engine/ffmpeg/ffmpeg.ts';
import { fill } from './support/shop.ts';
import { expect, expectSound, made, oneScreen, still, test, texts } from './support/test.ts';

// A microphone that beeps once a second, and nobody who has to be asked for it.
const microphone = ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'];
test.use({
  ...still,
  launchOptions: [
    async ({ launchOptions }, use) => {
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...microphone] });
    },
    { scope: 'worker' },
  ],
});

/** Opens the form of a film with two new videos, and the part of it for recordings. */
async function openForm(page: Page, taskIds: string[], language: keyof typeof texts): Promise<Locator> {
  const { albumForm, gallery, ownSound } = texts[language];
  await page.goto(`/${language}/create`);
  for (const id of taskIds) {
    const card = page.locator(`[data-card="${id}"]`);
    await card.scrollIntoViewIfNeeded();
    await card.getByRole('checkbox').check();
  }
  await page.getByRole('button', { name: gallery.createAlbum, exact: true }).click();
  const dialog = page.getByRole('dialog', { name: albumForm.title });
  await dialog.locator('summary', { hasText: ownSound.title }).click();
  return dialog;
}

/** A song of this many seconds, as an MP3. */
async function songOf(seconds: number): Promise<string> {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'memori-song-')), 'Volare.mp3');
  const tone = ['-f', 'lavfi', '-i', `sine=330:duration=${seconds}`];
  await promisify(execFile)((await findFfmpeg(process.env['FFMPEG_PATH'])).path, [...tone, file]);
  return file;
}

for (const language of languages) {
  const { albumForm, albumStatus, common, filmPreview, gallery, ownSound } = texts[language];

  test(
    `${language}: a film with a song of one’s own and a voice that is recorded on the page`,
    oneScreen(language),
    async ({ page, seeds }) => {
      test.slow();
      const { taskIds } = await seeds.signIn(page, ['light', 'dark']);
      const [first = ''] = taskIds;
      await seeds.db.videoTask.update({ where: { id: first }, data: { name: 'Nonna Rosa' } });
      let dialog = await openForm(page, taskIds, language);
      // Nothing can be sent before its use is confirmed.
      await expect(dialog.getByRole('button', { name: ownSound.record })).toHaveCount(0);
      await dialog.getByRole('checkbox', { name: ownSound.rights }).check();
      await expectSound(page);

      const choosing = page.waitForEvent('filechooser');
      await dialog.getByRole('button', { name: ownSound.chooseSong }).click();
      await (await choosing).setFiles(await songOf(20));
      await expect(dialog.getByRole('button', { name: fill(ownSound.remove, 'Volare.mp3') })).toBeVisible();

      await dialog.getByRole('button', { name: ownSound.record }).click();
      await expect(
        dialog.getByText(ownSound.recording.replace('{{at}}', '0:02').replace('{{total}}', '1:00')),
      ).toBeVisible();
      await expect
        .poll(() => dialog.locator('meter').evaluate((meter) => (meter as HTMLMeterElement).value))
        .toBeGreaterThan(0.3);
      await dialog.getByRole('button', { name: ownSound.stop, exact: true }).click();
      const recorded = dialog.getByLabel(ownSound.recorded);
      await expect(recorded).toBeVisible();
      // It can be heard before it is sent.
      await expect
        .poll(() => recorded.evaluate((player: HTMLAudioElement) => player.readyState))
        .toBeGreaterThan(0);
      await dialog.getByRole('button', { name: ownSound.use }).click();
      const voice = fill(ownSound.voiceOf, 1);
      await expect(dialog.getByRole('button', { name: fill(ownSound.remove, voice) })).toBeVisible();
      await dialog.getByLabel(ownSound.seen).selectOption({ label: 'Nonna Rosa' });
      await dialog.getByLabel(ownSound.words).fill('Che bella giornata!');
      await expectSound(page);
      await expect(dialog.locator('summary', { hasText: ownSound.title })).toContainText(
        `Volare.mp3 · ${voice}`,
      );

      // Both survive a reload.
      await dialog.getByLabel(albumForm.name).fill('Nonna');
      await page.reload();
      dialog = await openForm(page, taskIds, language);
      await expect(dialog.getByLabel(ownSound.words)).toHaveValue('Che bella giornata!');
      await dialog.getByRole('button', { name: filmPreview.open }).click();
      await expect(dialog.getByText(ownSound.unheard)).toBeVisible();
      await dialog.getByRole('button', { name: gallery.createAlbum }).click();
      await expect(page.getByRole('heading', { name: albumStatus.completed })).toBeVisible(made);

      const album = await seeds.db.album.findFirstOrThrow({ where: { name: 'Nonna' } });
      const { id: songId } = await seeds.db.audio.findFirstOrThrow({ where: { purpose: 'music' } });
      const { id: voiceId, seconds } = await seeds.db.audio.findFirstOrThrow({ where: { purpose: 'voice' } });
      expect(seconds).toBeGreaterThan(1);
      expect(album).toMatchObject({
        musicTrack: null,
        audioId: songId,
        voices: [{ audioId: voiceId, videoId: first, text: 'Che bella giornata!' }],
      });
      await page.getByRole('dialog').getByRole('button', { name: common.close }).click();
    },
  );
}

test('a file that is no recording is refused in words, and another one can be chosen', {
  tag: '@desktop',
}, async ({ page, seeds, expectNoise }) => {
  expectNoise(/415 \(Unsupported Media Type\) \/api\/audio$/);
  expectNoise(/422 \(Unprocessable Entity\) \/api\/audio$/);
  const { errors, ownSound } = texts.en;
  const { taskIds, userId } = await seeds.signIn(page, ['light', 'dark']);
  const dialog = await openForm(page, taskIds, 'en');
  await dialog.getByRole('checkbox', { name: ownSound.rights }).check();
  const choose = async (file: string | { name: string; mimeType: string; buffer: Buffer }) => {
    const choosing = page.waitForEvent('filechooser');
    await dialog.getByRole('button', { name: ownSound.chooseVoice }).click();
    await (await choosing).setFiles(file);
  };
  await choose({ name: 'song.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no sound at all') });
  await expect(page.getByText(errors.invalid_audio_type)).toBeVisible();
  await choose(await songOf(61));
  await expect(page.getByText(errors.audio_too_long)).toBeVisible();
  await choose(await songOf(3));
  await expect(dialog.getByRole('button', { name: fill(ownSound.remove, 'Volare.mp3') })).toBeVisible();
  await dialog.getByRole('button', { name: fill(ownSound.remove, 'Volare.mp3') }).click();
  await expect(dialog.locator('summary', { hasText: ownSound.title })).toContainText(ownSound.none);
  await expect.poll(() => seeds.db.audio.count({ where: { userId } })).toBe(0);
});

test('without leave to use the microphone, the page says what to do', { tag: '@desktop' }, async ({
  page,
  seeds,
}) => {
  const { ownSound } = texts.en;
  const { taskIds } = await seeds.signIn(page, ['light', 'dark']);
  await page.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  const dialog = await openForm(page, taskIds, 'en');
  await dialog.getByRole('checkbox', { name: ownSound.rights }).check();
  await dialog.getByRole('button', { name: ownSound.record }).click();
  await expect(dialog.getByRole('alert')).toHaveText(ownSound.denied);
});
