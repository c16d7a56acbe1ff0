import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStories, type Stories } from '#tests/support/box-stories.ts';
import { makeRecording } from '#tests/support/recordings.ts';

let stories: Stories;
beforeAll(async () => {
  stories = await startStories();
});
afterAll(() => stories.server.close());

/** What is refused, and with which code; a box that asks for stories unless said otherwise. */
const refused: [
  string,
  (from: Stories) => Promise<[Record<string, string>, Uint8Array[]]>,
  number,
  string,
][] = [
  [
    'what is no recording',
    async ({ usual }) => [usual, [Buffer.from('no sound at all')]],
    415,
    'invalid_audio_type',
  ],
  ['an empty recording', async ({ usual }) => [usual, [Buffer.alloc(0)]], 415, 'invalid_audio_type'],
  ['a photo as its own story', async ({ usual, photo }) => [usual, [photo]], 415, 'invalid_audio_type'],
  [
    'a recording cut off in its head',
    async ({ usual }) => [usual, [Buffer.from('OggS')]],
    422,
    'audio_broken',
  ],
  [
    'a minute and a second',
    async ({ usual, folder }) => [
      usual,
      [await makeRecording(path.join(folder, 'long.mp3'), { seconds: 61 })],
    ],
    422,
    'audio_too_long',
  ],
  [
    'silence',
    async ({ usual, folder }) => [
      usual,
      [await makeRecording(path.join(folder, 'silent.wav'), { source: 'anullsrc=r=44100:cl=mono' })],
    ],
    422,
    'audio_silent',
  ],
  [
    'more than 20 MB',
    async ({ usual }) => [usual, [Buffer.alloc(20 * 1024 * 1024 + 1)]],
    413,
    'file_too_large',
  ],
  ['two stories', async ({ usual, story }) => [usual, [story, story]], 400, 'audio_required'],
  ['words without a story', async ({ usual }) => [usual, []], 400, 'audio_required'],
  [
    'too many words',
    async ({ usual, story }) => [{ ...usual, words: 'x'.repeat(1001) }, [story]],
    400,
    'voice_text_too_long',
  ],
  ['a text in its place', async ({ usual }) => [{ ...usual, story: 'Al mare' }, []], 400, 'invalid_request'],
  ['no consent', async ({ usual, story }) => [{ ...usual, consent: 'no' }, [story]], 400, 'consent_required'],
];

test.each(refused)('%s is refused, and leaves nothing', async (_what, sent, status, code) => {
  const nonna = await stories.owner();
  const files = await stories.server.deps.storage.list('boxes');
  const [fields, told] = await sent(stories);
  expect(await stories.send(nonna.secret, fields, told)).toMatchObject({ status, code });
  expect(await nonna.boxes.waiting.query()).toEqual([]);
  expect(await stories.server.deps.storage.list('boxes')).toEqual(files);
  expect(await stories.server.deps.db.fileRemoval.count()).toBe(0);
  await expect.poll(() => readdir(stories.server.deps.uploadDir)).toEqual([]);
  expect(await nonna.credits()).toBe(5);
});

test('a box that does not ask for stories takes none, and photos without one as ever', async () => {
  const nonna = await stories.owner({ asksForStory: false });
  expect(await stories.send(nonna.secret)).toMatchObject({ status: 400, code: 'story_not_asked' });
  const { words: _, ...silent } = stories.usual;
  expect((await stories.send(nonna.secret, silent, [])).status).toBe(201);
  const [{ id, story: told } = { id: '', story: undefined }] = await nonna.boxes.waiting.query();
  expect(told).toBeNull();
  expect((await nonna.get(`/api/box-photos/${id}/story.m4a`)).status).toBe(404);
  await nonna.boxes.approve.mutate({ id, story: true });
  expect(await stories.recordingsOf(nonna)).toEqual([]);
});
