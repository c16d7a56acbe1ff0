import type { Locator, Page } from '@playwright/test';
import { languages } from '#shared/languages.ts';
import { limits } from '#shared/limits.ts';
import { appLimits } from '#shared/app-limits.ts';
import { musicTrackIds } from '#shared/music.ts';
import { clipPrefixes } from './support/clips.ts';
import { fill } from './support/shop.ts';
import {
  expect,
  expectSound,
  intercept,
  interceptOnce,
  oneScreen,
  still,
  test,
  texts,
  made,
} from './support/test.ts';
import { keepToasts } from './support/toasts.ts';

test.use(still);

const { albums, albumForm, albumStatus, common, gallery, music, result } = texts.en;

/** Opens a page with these videos, all selected in this order, and the dialog. */
async function compose(page: Page, taskIds: string[], language: keyof typeof texts = 'en'): Promise<Locator> {
  await page.goto(`/${language}/create`);
  for (const id of taskIds) {
    const card = page.locator(`[data-card="${id}"]`);
    // Far from the screen, a card has no controls.
    await card.scrollIntoViewIfNeeded();
    await card.getByRole('checkbox').check();
  }
  await page.getByRole('button', { name: texts[language].gallery.createAlbum, exact: true }).click();
  return page.getByRole('dialog', { name: texts[language].albumForm.title });
}

/** The videos of the dialog's list, from top to bottom. */
const order = (dialog: Locator) =>
  dialog
    .locator('[data-video]:not([data-dnd-placeholder])')
    .evaluateAll((items) => items.map((item) => item.getAttribute('data-video')));

/** The brightness of the player's picture at a point in time, 0 to 255. */
const brightnessAt = (video: Locator, seconds: number) =>
  video.evaluate(async (element, time) => {
    const player = element as HTMLVideoElement;
    player.pause();
    // `seeked` may fire while the previous picture is still being drawn.
    await new Promise<void>((resolve) => {
      const look: VideoFrameRequestCallback = (_now, { mediaTime }) => {
        if (Math.abs(mediaTime - time) < 0.1) resolve();
        else player.requestVideoFrameCallback(look);
      };
      player.requestVideoFrameCallback(look);
      player.currentTime = time;
    });
    const canvas = Object.assign(document.createElement('canvas'), { width: 8, height: 10 });
    const context = canvas.getContext('2d');
    context?.drawImage(player, 0, 0, 8, 10);
    const data = context?.getImageData(0, 0, 8, 10).data ?? [];
    return Array.from(data).reduce((sum, value, i) => sum + (i % 4 === 3 ? 0 : value), 0) / (8 * 10 * 3);
  }, seconds);

test('every film has the room that it needs before it loads, so that no button moves under a finger', async ({
  page,
  seeds,
}) => {
  const size = { width: 1024, height: 512 };
  const user = await seeds.signIn(page, ['light', 'running']);
  const [id = '', running = ''] = user.taskIds;
  await seeds.db.videoTask.update({ where: { id }, data: size });
  const albumId = await seeds.album(user, 'Zia');
  const completed = {
    status: 'completed',
    progress: 1,
    renditionPrefix: clipPrefixes.light,
    finishedAt: new Date(),
  };
  await seeds.db.album.update({ where: { id: albumId }, data: { ...completed, ...size } });
  // No film and no poster arrives.
  await intercept(page, /\/api\/public\//, () => new Promise(() => undefined));
  const expectRoom = async (film: Locator) => {
    await expect(film).toBeVisible();
    const shape = await film.evaluate((video) => {
      const { width, height } = video.getBoundingClientRect();
      return [width > 120, Math.round((100 * width) / height), (video as HTMLVideoElement).readyState];
    });
    expect(shape).toEqual([true, 200, 0]);
  };

  await page.goto('/en/create');
  // A card has its player once it is near the screen.
  for (const cardId of [id, albumId]) {
    const card = page.locator(`[data-card="${cardId}"]`);
    await card.scrollIntoViewIfNeeded();
    await expectRoom(card.locator('video'));
  }
  await page.getByRole('button', { name: 'Zia', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await expectRoom(dialog.locator('video'));
  await dialog.getByRole('button', { name: common.close }).click();
  await page
    .locator(`[data-card="${id}"]`)
    .getByRole('button', { name: new RegExp(fill(gallery.view, '.*')) })
    .click();
  await expectRoom(dialog.locator('video'));
  await dialog.getByRole('button', { name: common.close }).click();

  await seeds.db.videoTask.update({ where: { id: running }, data: size });
  await seeds.finish(running);
  await expectRoom(page.getByRole('region', { name: result.title }).locator('video'));

  // Its poster is part of this page's load event.
  await page.goto(`/en/album/${albumId}`, { waitUntil: 'domcontentloaded' });
  await expectRoom(page.locator('video'));
});

test('a film made for somebody is in order, without near twins, with a name and music, until it is undone', async ({
  page,
  seeds,
}) => {
  const { taskIds } = await seeds.signIn(page, ['light', 'dark', 'light']);
  const [light = '', dark = '', again = ''] = taskIds;
  const describe = (id: string, name: string, takenOn: string) =>
    seeds.db.videoTask.update({ where: { id }, data: { name, takenOn: new Date(takenOn) } });
  await describe(light, 'Nonna Rosa', '1975-06-01');
  await describe(dark, 'Nonna Rosa e il gatto', '1962-07-01');
  const dialog = await compose(page, [light, again, dark]);
  const name = dialog.getByLabel(albumForm.name);
  const { filmForMe } = texts.en;
  await expect(dialog.getByText(filmForMe.hint)).toBeVisible();
  await dialog.getByRole('button', { name: filmForMe.arrange }).click();
  await expect(dialog.getByText(filmForMe.arranged)).toHaveText(
    `${filmForMe.arranged} ${filmForMe.leftOut_one.replace('{{count}}', '1')}`,
  );
  await expect(name).toHaveValue('Nonna Rosa, 1962–1975');
  expect(await order(dialog)).toEqual([dark, light]);
  await expect(dialog.getByRole('radio', { name: new RegExp(albumForm.moods.tender) })).toBeChecked();

  await dialog.getByRole('button', { name: filmForMe.undo }).click();
  await expect(name).toHaveValue('');
  expect(await order(dialog)).toEqual([light, again, dark]);
  // A name of one's own stays.
  await name.fill('Per Anna');
  await dialog.getByRole('button', { name: filmForMe.arrange }).click();
  await expect(dialog.getByText(filmForMe.arranged)).toBeVisible();
  await expect(name).toHaveValue('Per Anna');
});

test('where the browser alters what pages read, no video is taken for a twin', { tag: '@desktop' }, async ({
  page,
  seeds,
}) => {
  await page.addInitScript(() => {
    const read = CanvasRenderingContext2D.prototype.getImageData;
    CanvasRenderingContext2D.prototype.getImageData = function (...place) {
      const picture = read.apply(this, place);
      picture.data.fill(128);
      return picture;
    };
  });
  const { filmForMe } = texts.en;
  const { taskIds } = await seeds.signIn(page, ['light', 'dark', 'light']);
  const dialog = await compose(page, taskIds);
  await dialog.getByRole('button', { name: filmForMe.arrange }).click();
  await expect(dialog.getByText(filmForMe.arranged)).toHaveText(filmForMe.arranged);
  expect(await order(dialog)).toHaveLength(3);
});

for (const language of languages) {
  const t = texts[language];

  test(
    `${language}: selected videos become an album in the chosen order, which can be watched, downloaded and shared`,
    oneScreen(language),
    async ({ page, seeds }) => {
      // A real film and three audits.
      test.slow();
      const { taskIds } = await seeds.signIn(page, ['light', 'dark', 'light']);
      const [first = '', dark = '', last = ''] = taskIds;
      const dialog = await compose(page, [first, dark, last], language);
      await expectSound(page);
      const create = dialog.getByRole('button', { name: t.gallery.createAlbum });
      const name = dialog.getByLabel(t.albumForm.name);

      await expect(name).toBeFocused();
      await expect(create).toBeDisabled();
      await name.fill('   ');
      await expect(create).toBeDisabled();
      await name.press('Enter');
      const missing = `${t.albumForm.nameRequired} ${t.errors.album_name_required}`;
      await expect(page.getByRole('alert')).toHaveText(missing);
      await expect(name).toHaveAccessibleDescription(new RegExp(missing));
      await expect(name).toBeFocused();
      await name.fill('x'.repeat(limits.album.maxNameLength + 20));
      await expect(dialog.getByText('100/100')).toBeVisible();
      await name.fill(' Nonna: "60/70" ');

      await dialog.getByRole('button', { name: fill(t.albumForm.up, 'photo 2.jpg'), exact: true }).click();
      expect(await order(dialog)).toEqual([dark, first, last]);
      await expect(dialog.getByRole('status')).toHaveText(
        t.albumForm.said.dropped
          .replace('{{name}}', 'photo 2.jpg')
          .replace('{{position}}', '1')
          .replace('{{total}}', '3'),
      );
      await dialog.getByText(t.albumForm.moreMusic).click();
      await dialog.getByText(t.music['solo-piano']).check();
      await create.click();

      const ready = page.getByRole('heading', { name: t.albumStatus.completed });
      await expect(name).toBeHidden();
      await expect(ready).toBeVisible(made);
      // From here on videos have to play. Until then moving pictures would only slow down the work on the film.
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      const film = page.getByRole('dialog').getByLabel(/Nonna: "60\/70"/);
      await expect
        .poll(() => film.evaluate((video: HTMLVideoElement) => video.currentTime))
        .toBeGreaterThan(0.2);
      expect(
        await film.evaluate(({ muted, loop, controls }: HTMLVideoElement) => [muted, loop, controls]),
      ).toEqual([true, true, true]);
      await expectSound(page);
      await page.getByRole('button', { name: t.albumStatus.sound }).click();
      expect(await film.evaluate((video: HTMLVideoElement) => video.muted)).toBe(false);
      // On bar lines of this piece: the dark video from 4.5 s to 10.9 s, after the title card, and then a light one.
      const [dusk, day] = [await brightnessAt(film, 8), await brightnessAt(film, 13.5)];
      expect(dusk).toBeLessThan(0.6 * day);
      expect(await brightnessAt(film, 2)).toBeGreaterThan(1.2 * day);

      const saving = page.waitForEvent('download');
      await page.getByRole('dialog').getByRole('button', { name: t.gallery.download }).click();
      expect((await saving).suggestedFilename()).toMatch(/^Nonna.*60.70.*-album\.mp4$/);
      await expect(page.getByText(t.albums.downloadStarted)).toBeVisible();
      await page.evaluate(() => {
        Object.assign(navigator, {
          share: (link: ShareData) => Promise.resolve(Object.assign(window, { link })),
        });
      });
      await page.getByRole('dialog').getByRole('button', { name: t.gallery.share }).click();
      const shared = await page.evaluate(() => (window as unknown as { link: ShareData }).link.url ?? '');
      expect(await (await page.request.get(shared)).text()).toContain('<h1');

      await page.getByRole('dialog').getByRole('button', { name: t.common.close }).click();
      await expect(page.getByRole('heading', { name: t.albums.title })).toBeVisible();
      await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
      // A toast stays for five seconds and may cover what is below it.
      await expect(page.getByText(t.albums.downloadStarted)).toHaveCount(0);
      await expectSound(page);
      // On a narrow phone too, all actions are in one row.
      const actions = [t.albums.share, t.albums.download, t.gift.open, t.albums.delete].map((label) =>
        page.getByRole('button', { name: fill(label, 'Nonna: "60/70"'), exact: true }),
      );
      const boxes = await Promise.all(actions.map((action) => action.boundingBox()));
      expect(new Set(boxes.map((box) => box!.y)).size).toBe(1);
      await page.getByRole('button', { name: 'Nonna: "60/70"', exact: true }).click();
      await expect(ready).toBeVisible();
    },
  );

  test(
    `${language}: an album shows its status from the queue to its failure, and can be retried`,
    oneScreen(language),
    async ({ page, seeds }) => {
      test.slow();
      const user = await seeds.signIn(page, ['light', 'dark']);
      await page.goto(`/${language}/create`);
      const mergeId = await seeds.album(user, 'Zia');
      const card = page.locator(`[data-card="${mergeId}"]`);
      await expect(card.getByText(fill(t.albumStatus.pending, 1))).toBeVisible();
      await card.getByRole('button', { name: 'Zia', exact: true }).click();
      const dialog = page.getByRole('dialog', { name: t.albums.one });
      await expect(dialog.getByText(fill(t.albumStatus.pending, 1))).toBeVisible();
      await expectSound(page);

      await seeds.changeAlbum(mergeId, { status: 'processing', progress: 0.4 });
      await expect(dialog.getByText(fill(t.albumStatus.processing_other, 2))).toBeVisible();
      await expect(dialog.getByText('40%')).toBeVisible();
      await page.reload();
      await expect(card.getByText('40%')).toBeVisible();
      const failure = { status: 'failed', errorCode: 'album_failed', finishedAt: new Date() } as const;
      await seeds.changeAlbum(mergeId, failure);
      await expect(card.getByText(t.errors.album_failed)).toBeVisible();
      await card.getByRole('button', { name: 'Zia', exact: true }).click();
      await expect(dialog.getByText(t.errors.album_failed)).toBeVisible();
      await expectSound(page);
      await dialog.getByRole('button', { name: t.common.tryAgain }).click();
      await expect(page.getByRole('heading', { name: t.albumStatus.completed })).toBeVisible(made);
      await expect(card).toHaveCount(0);
    },
  );
}

test('videos are reordered by mouse, and by keyboard in steps of 25 px; Escape cancels', async ({
  page,
  seeds,
}) => {
  // Tall enough for the whole dialog, with room: dragging near its edges scrolls it.
  await page.setViewportSize({ width: page.viewportSize()?.width ?? 360, height: 2000 });
  const { taskIds } = await seeds.signIn(page, ['light', 'dark', 'light', 'dark']);
  const [a, b, c, d] = taskIds;
  const dialog = await compose(page, taskIds);
  const handle = (name: string) =>
    dialog.getByRole('button', { name: fill(albumForm.drag, name), exact: true });
  const item = (id = '') => dialog.locator(`[data-video="${id}"]:not([data-dnd-placeholder])`);

  const [from, to] = [await handle('photo 4.jpg').boundingBox(), await item(c).boundingBox()];
  if (!from || !to) throw new Error('nothing to drag');
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, to.y + to.height * 0.75, { steps: 12 });
  await expect(dialog.getByRole('status')).toContainText('position 3 of 4');
  await page.mouse.up();
  await expect.poll(() => order(dialog)).toEqual([b, c, a, d]);
  const dragged = dialog.locator('[data-dragged="true"]');
  await expect(dragged).toHaveCount(0);

  await handle('photo 3.jpg').focus();
  await page.keyboard.press('Space');
  await expect(dialog.getByRole('status')).toHaveText('photo 3.jpg picked up. Position 1 of 4.');
  const before = await item(b).boundingBox();
  await page.keyboard.press('ArrowDown');
  await expect.poll(async () => (await item(b).boundingBox())?.y).toBe((before?.y ?? 0) + 25);
  await page.keyboard.press('Escape');
  await expect(dialog.getByRole('status')).toHaveText('photo 3.jpg is back at position 1 of 4.');
  await expect(dialog).toBeVisible();
  await expect(dragged).toHaveCount(0);
  expect(await order(dialog)).toEqual([b, c, a, d]);

  await page.keyboard.press('Space');
  for (let step = 0; step < 5; step += 1) await page.keyboard.press('ArrowDown');
  await expect(dialog.getByRole('status')).toContainText('position 2 of 4');
  await page.keyboard.press('Space');
  await expect.poll(() => order(dialog)).toEqual([c, b, a, d]);
  await expect(handle('photo 3.jpg')).toBeFocused();

  await dialog.getByRole('button', { name: fill(albumForm.remove, 'photo 3.jpg') }).click();
  expect(await order(dialog)).toEqual([c, a, d]);
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
});

test('music previews play one at a time, at low volume, until the dialog closes', {
  tag: '@desktop',
}, async ({ page, seeds }) => {
  await page.addInitScript(() => {
    const players: HTMLMediaElement[] = [];
    const play = HTMLMediaElement.prototype.play;
    HTMLMediaElement.prototype.play = function () {
      if (this instanceof HTMLAudioElement && !players.includes(this)) players.push(this);
      return play.call(this);
    };
    Object.assign(window, { players });
  });
  const { taskIds } = await seeds.signIn(page, ['light', 'dark']);
  const dialog = await compose(page, taskIds);
  const playing = () =>
    page.evaluate(() =>
      (window as unknown as { players: HTMLAudioElement[] }).players
        .filter((player) => !player.paused && player.currentTime > 0)
        .map((player) => [new URL(player.src).pathname, player.volume]),
    );
  await dialog.getByText(albumForm.moreMusic).click();
  for (const id of musicTrackIds) {
    await dialog.getByRole('button', { name: fill(music.listen, music[id]), exact: true }).click();
    await expect.poll(playing).toEqual([[`/music/${id}.mp3`, appLimits.music.previewVolume]]);
    await expect(
      dialog.getByRole('button', { name: fill(music.stop, music[id]), exact: true }),
    ).toBeVisible();
  }
  await dialog.getByRole('button', { name: fill(music.stop, music.sedative) }).click();
  expect(await playing()).toEqual([]);
  await dialog.getByRole('button', { name: fill(music.listen, music.sedative) }).click();
  await expect.poll(async () => (await playing()).length).toBe(1);
  await dialog.getByRole('button', { name: common.close }).click();
  await expect.poll(playing).toEqual([]);
});

test('closing the dialog keeps its input; canceling it does not', {
  tag: '@desktop',
}, async ({ page, seeds }) => {
  const { taskIds } = await seeds.signIn(page, ['light', 'dark']);
  const dialog = await compose(page, taskIds);
  await dialog.getByLabel(albumForm.name).fill('Half a name');
  await dialog.getByRole('button', { name: common.close }).click();
  await expect(dialog).toBeHidden();
  const open = page.getByRole('button', { name: gallery.createAlbum, exact: true });
  await open.click();
  await expect(dialog.getByLabel(albumForm.name)).toHaveValue('Half a name');
  await dialog.getByRole('button', { name: common.cancel }).click();
  await expect(dialog).toBeHidden();
  await open.click();
  await expect(dialog.getByLabel(albumForm.name)).toHaveValue('');
});

for (const language of languages) {
  const { albumForm: form, albums: list, albumStatus: status, gallery: videos } = texts[language];

  test(
    `${language}: a film for a status with words is made as chosen; a reload keeps the choices and the order`,
    oneScreen(language),
    async ({ page, seeds }) => {
      test.slow();
      const { taskIds } = await seeds.signIn(page, ['light', 'dark', 'light']);
      const [first = '', second = '', third = ''] = taskIds;
      await seeds.db.videoTask.update({ where: { id: first }, data: { name: 'Nonna Rosa' } });
      let dialog = await compose(page, taskIds, language);
      await dialog.getByLabel(form.name).fill('Nonna');
      const fold = (title: string) => dialog.locator('summary', { hasText: title });
      await dialog.getByText(texts[language].music.none).check();
      // By keyboard alone.
      await fold(form.look).press('Enter');
      await dialog.getByRole('radio', { name: form.shapes.photos }).press('ArrowUp');
      await expect(dialog.getByRole('radio', { name: form.shapes.status })).toBeChecked();
      await dialog.getByRole('radio', { name: form.paces.natural }).press('ArrowRight');
      await fold(form.words).press('Enter');
      await dialog.getByRole('checkbox', { name: form.titleCard }).press('Space');
      await dialog.getByLabel(form.closing).fill(' Da Luca ');
      await dialog.getByRole('button', { name: fill(form.down, 'Nonna Rosa'), exact: true }).click();
      await page.reload();

      dialog = await compose(page, taskIds, language);
      await expect(dialog.getByLabel(form.name)).toHaveValue('Nonna');
      await expect(fold(form.look)).toContainText(`${form.shapes.status} · ${form.paces.lively}`);
      await expect(fold(form.words)).toContainText(`${form.captions} · ${form.closing}`);
      expect(await order(dialog)).toEqual([second, first, third]);
      await dialog.getByRole('button', { name: videos.createAlbum }).click();

      await expect(page.getByRole('heading', { name: status.completed })).toBeVisible(made);
      // Without music, a lively film cuts every four seconds, and its card is shown as long.
      const facts = `${fill(list.videos_other, 3)} · 0:16 · ${list.shapes.phone}`;
      await expect(page.getByRole('dialog').getByText(facts)).toBeVisible();
      const { look } = await seeds.db.album.findFirstOrThrow({ where: { name: 'Nonna' } });
      expect(look).toEqual({
        format: '9:16',
        length: 'short',
        pace: 'lively',
        titleCard: false,
        captions: true,
        closing: 'Da Luca',
      });
    },
  );
}

/** What the page's audio was asked to play: when, since the first of them, from where of a recording, for how long. */
const recordSounds = (page: Page) =>
  page.addInitScript(() => {
    const sounds: number[][] = [];
    const { start } = AudioBufferSourceNode.prototype;
    AudioBufferSourceNode.prototype.start = function (...times) {
      sounds.push(times as number[]);
      return start.apply(this, times);
    };
    Object.assign(window, { sounds });
  });

const soundsOf = (page: Page) =>
  page.evaluate(() => {
    const { sounds } = window as unknown as { sounds: number[][] };
    return sounds.map(([when = 0, ...rest]) =>
      [when - (sounds[0]?.[0] ?? 0), ...rest].map((seconds) => Math.round(1000 * seconds) / 1000),
    );
  });

for (const language of languages) {
  const {
    albumForm: form,
    albumStatus: status,
    filmPreview: preview,
    gallery: videos,
    music: tracks,
  } = texts[language];

  test(
    `${language}: a preview plays the film before it is made, and the film becomes as it was`,
    oneScreen(language),
    async ({ page, seeds }) => {
      test.slow();
      await recordSounds(page);
      const { taskIds } = await seeds.signIn(page, ['light', 'dark', 'light']);
      const [first = ''] = taskIds;
      const day = new Date('1931-05-01');
      await seeds.db.videoTask.update({ where: { id: first }, data: { name: 'Nonna Rosa', takenOn: day } });
      const dialog = await compose(page, taskIds, language);
      await dialog.getByLabel(form.name).fill('Estate');
      await dialog.getByText(form.moreMusic).click();
      await dialog.getByText(tracks['solo-piano']).check();
      await page.emulateMedia({ reducedMotion: 'no-preference' });
      await dialog.getByRole('button', { name: preview.open }).click();
      await expect(dialog.getByRole('heading', { name: preview.title })).toBeFocused();

      // It begins by itself, with the sections of the music at their bar lines.
      const film = dialog.getByRole('img', { name: preview.shows });
      const at = async () => Number(await film.getAttribute('data-at'));
      await expect.poll(at).toBeGreaterThan(0.3);
      expect(await soundsOf(page)).toEqual([
        [0, 0.2, 5.22],
        [4.288, 5.62, 9.42],
        [12.911, 89.95, 10.29],
      ]);
      await dialog.getByRole('button', { name: preview.pause }).click();
      const position = dialog.getByRole('slider', { name: preview.position });
      await position.fill('1');
      await expect(film).toHaveText('Estate1931');
      // The first video is seen from 4.04 s, and its name for four seconds after the crossfade.
      await position.fill('6');
      await expect(film).toHaveText('Nonna Rosa');
      await position.fill('9.1');
      await expect(film).toHaveText('');
      const video = film.locator('video').first();
      await expect
        .poll(() => video.evaluate((clip: HTMLVideoElement) => clip.currentTime))
        .toBeCloseTo(5.06, 1);
      await position.press('Home');
      await position.press('PageUp');
      await expect.poll(at).toBeGreaterThan(1);
      // On a slow machine it may have ended before it is looked at.
      const begun = video.evaluate(
        (clip: HTMLVideoElement) =>
          new Promise<boolean>((resolve) => {
            clip.addEventListener('play', () => resolve(clip.muted), { once: true });
          }),
      );
      await dialog.getByRole('button', { name: preview.play }).click();
      await expect.poll(at).toBeGreaterThan(4.5);
      expect(await begun).toBe(true);

      // Another piece is listened to instead, and other cuts begin again, on request.
      await dialog.getByRole('button', { name: fill(tracks.listen, tracks.sedative) }).click();
      const play = dialog.getByRole('button', { name: preview.play });
      await expect(play).toBeVisible();
      await dialog.locator('summary', { hasText: form.look }).click();
      await dialog.getByRole('radio', { name: form.paces.lively }).check();
      await expect(film).toHaveAttribute('data-at', '0.00');
      await play.click();
      await expect(dialog.getByRole('button', { name: fill(tracks.listen, tracks.sedative) })).toBeVisible();

      const planned = await dialog
        .locator('[data-part]')
        .evaluateAll((parts) =>
          parts.map((part) => JSON.parse(part.getAttribute('data-part') ?? '') as unknown),
        );
      expect(planned).toHaveLength(4);
      // From here on moving pictures would only slow down the work on the film.
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await dialog.getByRole('button', { name: videos.createAlbum }).click();
      await expect(page.getByRole('heading', { name: status.completed })).toBeVisible(made);
      const { timeline } = await seeds.db.album.findFirstOrThrow({ where: { name: 'Estate' } });
      expect(timeline).toEqual(planned);
    },
  );
}

test('without its music, the preview says so and tries again; with reduced motion, it waits', {
  tag: '@desktop',
}, async ({ page, seeds, expectNoise }) => {
  expectNoise(/ERR_FAILED \/music\/just-relax/);
  const { filmPreview: preview } = texts.en;
  const { taskIds } = await seeds.signIn(page, ['light', 'dark']);
  const dialog = await compose(page, taskIds);
  await dialog.getByText(music['just-relax']).check();
  const release = await intercept(page, '**/music/just-relax.json', (route) => route.abort());
  await dialog.getByRole('button', { name: preview.open }).click();
  await expect(page.getByRole('alert')).toContainText(preview.failed);
  release();
  await page.getByRole('alert').getByRole('button', { name: common.tryAgain }).click();
  await expect(dialog.getByRole('button', { name: preview.play })).toBeVisible();
  await expect(dialog.getByRole('img', { name: preview.shows })).toHaveAttribute('data-at', '0.00');
  await dialog.getByRole('button', { name: fill(albumForm.remove, 'photo 2.jpg') }).click();
  await expect(dialog.getByRole('img', { name: preview.shows })).toHaveCount(0);
});

test('errors are shown, and failed actions can be retried', { tag: '@desktop' }, async ({
  page,
  seeds,
  expectNoise,
}) => {
  expectNoise(/ERR_FAILED \/api\/trpc\/changes\.watch$/);
  expectNoise(/ERR_FAILED \/api\/trpc\/.*album\.(create|list|status)/);
  expectNoise(/404 \(Not Found\) \/api\/public\/album\/\w{32}$/);
  const { taskIds } = await seeds.signIn(page, ['light', 'dark']);
  // No pushes here: polling must suffice.
  await page.route('**/api/trpc/changes.watch*', (route) => route.abort());
  const dialog = await compose(page, taskIds);
  await dialog.getByLabel(albumForm.name).fill('Nonno');
  await interceptOnce(page, '**/api/trpc/album.create*', (route) => route.abort());
  await dialog.getByRole('button', { name: gallery.createAlbum }).click();
  await expect(page.getByRole('alert')).toHaveText(`${albumForm.failed}${common.pleaseTryAgain}`);
  const unknown = Promise.withResolvers<void>();
  const whereabouts = /\/api\/trpc\/[^?]*album\.(list|status)/;
  const release = await intercept(page, whereabouts, (route) => unknown.promise.then(() => route.abort()));
  await dialog.getByRole('button', { name: common.tryAgain }).click();
  const album = page.getByRole('dialog', { name: albums.one });
  await expect(album.getByText(albumStatus.getting)).toBeVisible();
  unknown.resolve();
  await expect(album.getByText(albumStatus.unknown)).toBeVisible();
  release();
  await album.getByRole('button', { name: common.tryAgain }).click();
  await expect(album.getByText(albumStatus.completed)).toBeVisible(made);

  await page.route('**/api/public/album/*?download=1', (route) => route.fulfill({ status: 404 }));
  await album.getByRole('button', { name: gallery.download }).click();
  const failed = `${texts.en.download.failed}${common.pleaseTryAgain}`;
  // The previous toast may still be fading out.
  await expect(page.getByRole('alert').filter({ hasText: failed })).toBeVisible();
});

test('two quick taps, and another one after the answer was lost, make one album', {
  tag: '@desktop',
}, async ({ page, seeds, expectNoise }) => {
  expectNoise(/ERR_FAILED \/api\/trpc\/album\.create$/);
  const { userId, taskIds } = await seeds.signIn(page, ['light', 'dark']);
  const dialog = await compose(page, taskIds);
  await dialog.getByLabel(albumForm.name).fill('Nonno');
  // The server acts, and its answer never arrives.
  await interceptOnce(page, '**/api/trpc/album.create*', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await dialog.getByRole('button', { name: gallery.createAlbum }).evaluate((button) => {
    (button as HTMLButtonElement).click();
    (button as HTMLButtonElement).click();
  });
  await expect(page.getByRole('alert')).toHaveText(`${albumForm.failed}${common.pleaseTryAgain}`);
  await dialog.getByRole('button', { name: common.tryAgain }).click();
  await expect(page.getByRole('dialog', { name: albums.one })).toBeVisible();
  expect(await seeds.db.album.count({ where: { userId } })).toBe(1);
});

test('an album in progress is still listed after a reload, and can be canceled', { tag: '@desktop' }, async ({
  page,
  seeds,
}) => {
  const user = await seeds.signIn(page, ['light', 'dark']);
  await seeds.album(user, 'Cugini');
  await page.goto('/en/create');
  await page.reload();
  await page.getByRole('button', { name: fill(albums.cancelNamed, 'Cugini') }).click();
  await expect(page.getByText(albums.canceled)).toBeVisible();
  await expect(page.getByRole('heading', { name: albums.title })).toBeHidden();
});

test('a failed album is retried with one click; deleting a finished album can be undone', {
  tag: '@desktop',
}, async ({ page, seeds }) => {
  await keepToasts(page);
  const user = await seeds.signIn(page, ['light', 'dark']);
  const mergeId = await seeds.album(user, 'Nipoti');
  await seeds.changeAlbum(mergeId, { status: 'failed', errorCode: 'album_failed', finishedAt: new Date() });
  await page.goto('/en/create');
  await page.getByRole('button', { name: fill(albums.retry, 'Nipoti') }).click();
  const film = page.getByLabel(fill(albums.video, 'Nipoti'), { exact: true });
  await expect(film).toBeVisible(made);
  await expect(film).toHaveAttribute('controls', '');

  // After a purchase, the film is refetched, without a watermark.
  const etag = async () =>
    (await page.request.head((await film.getAttribute('src')) ?? '')).headers()['etag'];
  const marked = await etag();
  await seeds.buy(user);
  await expect(film).toHaveAttribute('src', /round=1/);
  await expect.poll(etag).not.toBe(marked);

  await page.getByRole('button', { name: fill(albums.delete, 'Nipoti') }).click();
  await expect(page.getByRole('dialog', { name: fill(albums.deleteTitle, 'Nipoti') })).toBeVisible();
  await expectSound(page);
  await page.getByRole('dialog').getByRole('button', { name: gallery.delete, exact: true }).click();
  await expect(film).toHaveCount(0);
  await page.getByRole('button', { name: common.undo }).click();
  await expect(film).toBeVisible();
});
