import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { clientOf } from '#tests/support/albums.ts';
import { codeOf, startStories, type Stories } from '#tests/support/box-stories.ts';
import { newVisitor } from '#tests/support/visitor.ts';
import { withAudio } from '#server/engine/join/clip.ts';
import { createId } from '#server/platform/ids.ts';
import { audioKey } from '../audio/audio-keys.ts';
import { boxStoryKey } from './box-keys.ts';
import { refuseUnanswered } from './unanswered.ts';

let stories: Stories;
beforeAll(async () => {
  stories = await startStories();
});
afterAll(() => stories.server.close());

const rowOf = (id: string) => stories.server.deps.db.boxPhoto.findUniqueOrThrow({ where: { id } });
const nothingTold = { storySeconds: null, storyWords: null };

test('a relative tells the story of a photo, its owner hears it, and keeps it as a voice of the video', async () => {
  const nonna = await stories.waiting();
  expect(await (await fetch(`${stories.server.url}/api/box/${nonna.secret}`)).json()).toMatchObject({
    asksForStory: true,
  });
  expect(nonna.told).toEqual({
    url: `/api/box-photos/${nonna.id}/story.m4a`,
    seconds: expect.closeTo(2, 0) as number,
    words: 'Qui eravamo al mare.',
  });
  const url = nonna.told?.url ?? '';
  const heard = await nonna.get(url, { range: 'bytes=0-99' });
  expect([heard.status, heard.headers.get('content-type')]).toEqual([206, 'audio/mp4']);
  const stranger = await newVisitor(stories.server.url);
  expect((await stranger.get(url)).status).toBe(404);
  expect((await fetch(stories.server.url + url)).status).toBe(401);
  const file = path.join(stories.folder, 'heard.m4a');
  await stories.server.deps.storage.fetchToFile(boxStoryKey(nonna.id), file);
  expect(await withAudio(file, (track) => track.getCodec())).toBe('aac');
  const bytes = await buffer(await stories.server.deps.storage.read(boxStoryKey(nonna.id)));

  const { taskId } = await nonna.boxes.approve.mutate({ id: nonna.id, story: true });
  expect(await nonna.credits()).toBe(4);
  const [voice, ...more] = await nonna.audio.stories.query({ videoIds: [taskId] });
  expect(more).toEqual([]);
  expect(voice).toMatchObject({
    purpose: 'voice',
    seconds: nonna.told?.seconds,
    story: { videoId: taskId, speaker: 'Zia Pina', text: 'Qui eravamo al mare.' },
  });
  expect(await nonna.audio.list.query()).toEqual([voice]);
  expect(await buffer(await stories.server.deps.storage.read(audioKey(voice?.audioId ?? '')))).toEqual(bytes);
  // Nothing is left of it in the box, nor planned.
  expect(await rowOf(nonna.id)).toMatchObject({ status: 'approved', ...nothingTold });
  expect(await stories.stored(boxStoryKey(nonna.id))).toBe(false);
  expect(await stories.server.deps.db.fileRemoval.count()).toBe(0);
  expect((await nonna.get(url)).status).toBe(409);
  expect(await clientOf(stories.server, stranger).audio.stories.query({ videoIds: [taskId] })).toEqual([]);
});

/** What happens to a waiting photo, and what is left of its story. */
const answers: [string, (nonna: Awaited<ReturnType<Stories['waiting']>>) => Promise<unknown>, string][] = [
  ['approved without its story', ({ boxes, id }) => boxes.approve.mutate({ id }), 'approved'],
  ['refused', ({ boxes, id }) => boxes.refuse.mutate({ id }), 'refused'],
  [
    'not answered for 30 days',
    async ({ id }) => {
      const createdAt = new Date(Date.now() - 30 * 86_400_000 - 1000);
      await stories.server.deps.db.boxPhoto.update({ where: { id }, data: { createdAt } });
      expect(await refuseUnanswered(stories.server.deps)).toBe(1);
    },
    'refused',
  ],
];

test.each(answers)('the story of a photo that is %s is deleted', async (_what, act, status) => {
  const nonna = await stories.waiting();
  await act(nonna);
  expect(await rowOf(nonna.id)).toMatchObject({ status, ...nothingTold });
  expect(await stories.stored(boxStoryKey(nonna.id))).toBe(false);
  expect(await stories.recordingsOf(nonna)).toEqual([]);
});

/** What keeps a photo waiting, with its story. */
const failures: [string, (nonna: Awaited<ReturnType<Stories['waiting']>>) => Promise<unknown>, string][] = [
  ['without credits', ({ boxes, id }) => boxes.approve.mutate({ id, story: true }), 'insufficient_credits'],
  [
    'by somebody else',
    async ({ id }) =>
      clientOf(stories.server, await newVisitor(stories.server.url)).box.approve.mutate({ id, story: true }),
    'box_photo_not_found',
  ],
  [
    'with two hours of recordings already',
    async ({ boxes, id, userId }) => {
      await stories.server.deps.db.creditAccount.update({ where: { userId }, data: { balance: 5 } });
      const row = { id: createId(), userId, purpose: 'music', seconds: 7199 };
      await stories.server.deps.db.audio.create({ data: row });
      try {
        await boxes.approve.mutate({ id, story: true });
      } finally {
        await stories.server.deps.db.audio.delete({ where: { id: row.id } });
      }
    },
    'too_much_audio',
  ],
];

test.each(failures)('approved %s, a photo and its story keep waiting', async (_what, act, code) => {
  const nonna = await stories.waiting({ credits: 0 });
  const before = await stories.server.deps.storage.list('audio');
  expect(await act(nonna).catch(codeOf)).toBe(code);
  expect(await nonna.boxes.waiting.query()).toMatchObject([{ id: nonna.id, story: nonna.told }]);
  expect(await stories.stored(boxStoryKey(nonna.id))).toBe(true);
  expect(await stories.recordingsOf(nonna)).toEqual([]);
  expect(await stories.server.deps.storage.list('audio')).toEqual(before);
  expect(await stories.server.deps.db.fileRemoval.count()).toBe(0);
});

test('concurrent approvals keep one story', async () => {
  const nonna = await stories.waiting();
  const answered = await Promise.all(
    [1, 2, 3].map(() =>
      nonna.boxes.approve.mutate({ id: nonna.id, story: true }).then(() => 'approved', codeOf),
    ),
  );
  expect(answered.toSorted()).toEqual(['approved', 'box_photo_answered', 'box_photo_answered']);
  const [voice, ...more] = await stories.recordingsOf(nonna);
  expect(more).toEqual([]);
  const rows = await stories.server.deps.db.audio.findMany();
  expect((await stories.server.deps.storage.list('audio')).toSorted()).toEqual(
    rows.map(({ id }) => `audio/${id}`).toSorted(),
  );
  expect(await stories.stored(audioKey(voice?.id ?? ''))).toBe(true);
  expect(await nonna.credits()).toBe(4);
});

test('a closed box takes no more stories, and those that wait can be heard', async () => {
  const nonna = await stories.waiting();
  await nonna.boxes.close.mutate({ id: nonna.boxId });
  expect(await stories.send(nonna.secret)).toMatchObject({ status: 404, code: 'box_not_found' });
  expect((await nonna.get(nonna.told?.url ?? '')).status).toBe(200);
});
