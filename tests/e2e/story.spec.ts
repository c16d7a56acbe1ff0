import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { languages } from '#shared/languages.ts';
import { href } from '#shared/pages.ts';
import { portrait } from '../support/photos.ts';
import { makeRecording } from '../support/recordings.ts';
import { fill } from './support/shop.ts';
import {
  expect,
  expectSound,
  expectSoundEverywhere,
  made,
  oneScreen,
  still,
  test,
  texts,
} from './support/test.ts';

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

type Language = keyof typeof texts;

/** Opens a box that asks for stories; resolves with its link. */
async function openBox(page: Page, language: Language): Promise<string> {
  const { boxes } = texts[language];
  await page.goto(href(language, 'boxes'));
  await page.getByRole('button', { name: boxes.new }).click();
  await page.getByLabel(boxes.name).fill('Nonno, 80');
  await page.getByRole('checkbox', { name: boxes.asksForStory }).check();
  await expectSound(page);
  await page.getByRole('button', { name: boxes.open, exact: true }).click();
  const link = await page.getByLabel(boxes.link, { exact: true }).inputValue();
  await page.keyboard.press('Escape');
  return link;
}

/** Records for two seconds on a box's page. */
async function tell(relative: Page, { box }: (typeof texts)[Language], start = box.story.record) {
  await relative.getByRole('button', { name: start, exact: true }).click();
  await expect(relative.getByText(fill(box.story.at, '0:02').replace('{{total}}', '1:00'))).toBeVisible();
  await expect(relative.getByRole('button', { name: box.story.stop })).toBeFocused();
  const level = relative.getByRole('meter', { name: box.story.level });
  await expect.poll(() => level.evaluate((meter) => (meter as HTMLMeterElement).value)).toBeGreaterThan(0.3);
  await relative.getByRole('button', { name: box.story.stop }).click();
  await expect(relative.getByText(box.story.recorded)).toBeVisible();
}

/** Resolves once a player has its recording. */
const loaded = (player: Locator) =>
  expect
    .poll(() => player.evaluate((audio: HTMLAudioElement) => audio.readyState), { timeout: 60_000 })
    .toBeGreaterThan(0);

for (const language of languages) {
  const { albumForm, box, boxes, common, gallery, ownSound } = texts[language];
  const named = (text: string) => text.replace('{{name}}', 'Zia Pina');

  test(
    `${language}: a relative tells the story of a photo; its owner hears it and lets it speak in an album`,
    oneScreen(language),
    async ({ page, seeds, browser, baseURL }) => {
      test.slow();
      const { taskIds, userId } = await seeds.signIn(page, ['light']);
      const link = await openBox(page, language);
      await expect(page.getByText(boxes.storiesAsked)).toBeVisible();

      const context = await browser.newContext({ ...(baseURL && { baseURL }) });
      const relative = await context.newPage();
      const complaints: string[] = [];
      relative.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
      await relative.goto(link);
      await expect(relative.getByRole('group', { name: box.story.title })).toBeVisible();
      await expect(relative.getByText(box.story.consent)).toBeVisible();
      await expect(relative.getByLabel(box.story.words)).toBeHidden();
      await expectSoundEverywhere(relative);
      await tell(relative, texts[language]);
      const heard = relative.getByLabel(box.story.heard);
      await expect(heard).toBeFocused();
      await loaded(heard);
      await tell(relative, texts[language], box.story.again);
      await relative.getByLabel(box.story.words).fill('Qui eravamo al mare.');
      await expectSoundEverywhere(relative);
      const photo = { name: 'mare.jpg', mimeType: 'image/jpeg', buffer: await portrait() };
      await relative.getByLabel(box.photo).setInputFiles(photo);
      await relative.getByLabel(box.sender).fill('Zia Pina');
      await relative.getByLabel(box.consent).check();
      await relative.getByRole('button', { name: box.send }).click();
      await expect(relative.getByRole('listitem')).toHaveCount(1);
      // The next photo has a story of its own.
      await expect(relative.getByRole('button', { name: box.story.record, exact: true })).toBeVisible();
      await expect(relative.getByLabel(box.story.words)).toBeHidden();
      expect(complaints).toEqual([]);
      await context.close();

      const keep = page.getByRole('button', { name: named(boxes.approveStoryNamed) });
      const player = page.getByLabel(named(boxes.story), { exact: true });
      await expect(player).toBeVisible();
      await expect(page.getByText('Qui eravamo al mare.')).toBeVisible();
      await expect(page.getByText(boxes.storyUnheard)).toBeVisible();
      await expect(keep).toHaveAttribute('aria-disabled', 'true');
      await expectSoundEverywhere(page);
      await player.evaluate((audio: HTMLAudioElement) => audio.play());
      await expect(page.getByText(boxes.storyHeard_other.replace('{{count}}', '30'))).toBeVisible();
      await keep.click();
      await expect(page.getByText(boxes.nobody)).toBeVisible();

      const { taskId, seconds } = await seeds.db.audio.findFirstOrThrow({ where: { userId } });
      expect(seconds).toBeGreaterThan(1);
      await page.goto(href(language, 'create'));
      for (const id of [...taskIds, taskId ?? '']) {
        const card = page.locator(`[data-card="${id}"]`);
        await expect(card.getByRole('checkbox')).toBeVisible(made);
        await card.getByRole('checkbox').check();
      }
      await page.getByRole('button', { name: gallery.createAlbum, exact: true }).click();
      const dialog = page.getByRole('dialog', { name: albumForm.title });
      const fold = dialog.locator('summary', { hasText: ownSound.title });
      await expect(fold).toContainText(ownSound.told_one.replace('{{count}}', '1'));
      await fold.click();
      await dialog.getByRole('button', { name: /Zia Pina/ }).click();
      await expect(dialog.getByLabel(ownSound.words)).toHaveValue('Qui eravamo al mare.');
      await expect(dialog.getByLabel(ownSound.seen)).toHaveValue(taskId ?? '');
      await expect(fold).toContainText('Zia Pina');
      await expectSound(page);
      // Taken out, it is offered again.
      await dialog.getByRole('button', { name: fill(ownSound.remove, 'Zia Pina') }).click();
      await dialog.getByRole('button', { name: /Zia Pina/ }).click();
      await dialog.getByLabel(albumForm.name).fill('Nonna');
      await dialog.getByRole('button', { name: gallery.createAlbum }).click();
      await expect.poll(() => seeds.db.album.count({ where: { userId } })).toBe(1);
      const [story] = await seeds.db.audio.findMany({ where: { userId } });
      expect(await seeds.db.album.findFirstOrThrow({ where: { userId } })).toMatchObject({
        voices: [{ videoId: taskId, audioId: story?.id, text: 'Qui eravamo al mare.' }],
      });
      await page.getByRole('dialog').getByRole('button', { name: common.close }).first().click();
    },
  );
}

test('without the microphone a photo is sent with a file, or without a story', { tag: '@phone' }, async ({
  page,
  seeds,
  browser,
  baseURL,
}) => {
  const { box, errors } = texts.it;
  await seeds.signIn(page, []);
  const link = await openBox(page, 'it');
  const context = await browser.newContext({ ...(baseURL && { baseURL }) });
  const relative = await context.newPage();
  await relative.addInitScript(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await relative.goto(link);
  await relative.getByRole('button', { name: box.story.record, exact: true }).click();
  await expect(relative.getByText(box.story.denied)).toBeVisible();
  await expect(relative.getByRole('button', { name: box.story.record, exact: true })).toBeFocused();
  await expectSound(relative);

  const photo = { name: 'mare.jpg', mimeType: 'image/jpeg', buffer: await portrait() };
  const send = relative.getByRole('button', { name: box.send });
  const file = relative.getByLabel(box.story.file);
  await relative.getByLabel(box.photo).setInputFiles(photo);
  await relative.getByLabel(box.sender).fill('Zia Pina');
  await relative.getByLabel(box.consent).check();
  await file.setInputFiles({ name: 'voce.mp3', mimeType: 'audio/mpeg', buffer: Buffer.from('no sound') });
  await expect(relative.getByLabel(box.story.words)).toBeVisible();
  await send.click();
  await expect(relative.getByText(errors.invalid_audio_type)).toBeVisible();
  const folder = await mkdtemp(path.join(tmpdir(), 'memori-story-'));
  const voice = async (seconds: number) => ({
    name: 'voce.mp3',
    mimeType: 'audio/mpeg',
    buffer: await makeRecording(path.join(folder, `${seconds}.mp3`), { seconds }),
  });
  await file.setInputFiles(await voice(61));
  await send.click();
  await expect(relative.getByText(box.story.tooLong)).toBeVisible();
  await file.setInputFiles(await voice(3));
  await send.click();
  await expect(relative.getByRole('listitem')).toHaveCount(1);

  await relative.getByLabel(box.photo).setInputFiles(photo);
  await relative.getByLabel(box.sender).fill('Zia Pina');
  await relative.getByLabel(box.consent).check();
  await send.click();
  await expect(relative.getByRole('listitem')).toHaveCount(2);
  await expect(page.getByLabel(texts.it.boxes.story.replace('{{name}}', 'Zia Pina'))).toHaveCount(1);
  await context.close();
});
