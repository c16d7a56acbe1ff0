import { afterAll, beforeAll, expect, test } from 'vitest';
import { startStories, type Stories } from '#tests/support/box-stories.ts';
import { createId } from '#server/platform/ids.ts';
import { boxStoryKey } from './box-keys.ts';
import { audioKey } from '../audio/audio-keys.ts';
import { deleteOldAudio } from '../audio/audio-retention.ts';
import { animateLocally } from '../generation/requests/animate-locally.ts';
import { retryTask } from '../generation/running/retry-generation.ts';
import { failTask, videoJob } from '../generation/running/video-job.ts';
import { eraseDueAccounts } from '../erasure/erase-accounts.ts';
import { emptyTrash, moveToTrash, takeFromTrash } from '../job-lifecycle/trash.ts';

let stories: Stories;
beforeAll(async () => {
  stories = await startStories();
});
afterAll(() => stories.server.close());

const toldAbout = ({ audio }: Pick<Awaited<ReturnType<Stories['kept']>>, 'audio'>, taskId: string) =>
  audio.stories.query({ videoIds: [taskId] });

test('a story stays with its video in the trash, and is deleted with it', async () => {
  const nonna = await stories.kept();
  await failTask(stories.server.deps, nonna.taskId, 'generation_failed');
  await moveToTrash(videoJob, stories.server.deps.db, nonna.userId, nonna.taskId);
  await emptyTrash(videoJob, stories.server.deps);
  await takeFromTrash(videoJob, stories.server.deps.db, nonna.userId, nonna.taskId);
  expect(await toldAbout(nonna, nonna.taskId)).toHaveLength(1);
  await moveToTrash(videoJob, stories.server.deps.db, nonna.userId, nonna.taskId);
  await emptyTrash(videoJob, stories.server.deps, Date.now() + 15 * 60_000 + 1000);
  expect(await stories.recordingsOf(nonna)).toEqual([]);
  expect(await stories.stored(audioKey(nonna.audioId))).toBe(false);
});

test('a story of a canceled video is deleted with it', async () => {
  const nonna = await stories.kept();
  await nonna.video.cancel.mutate({ taskId: nonna.taskId });
  await emptyTrash(videoJob, stories.server.deps, Date.now() + 15 * 60_000 + 1000);
  expect(await stories.recordingsOf(nonna)).toEqual([]);
  expect(await stories.stored(audioKey(nonna.audioId))).toBe(false);
});

/** The two ways in which a failed video is made again, as a new task. */
const repeats: [
  string,
  (nonna: Awaited<ReturnType<Stories['kept']>>) => Promise<{ taskId: string } | null>,
][] = [
  [
    'by the operator',
    async ({ taskId }) => {
      await failTask(stories.server.deps, taskId, 'generation_failed');
      const task = await stories.server.deps.db.videoTask.findUniqueOrThrow({ where: { id: taskId } });
      return retryTask(stories.server.deps, task, async () => {});
    },
  ],
  [
    'by Memori’s own animator',
    async ({ taskId, userId }) => {
      await failTask(stories.server.deps, taskId, 'input_refused');
      return animateLocally(stories.server.deps, { userId, taskId, test: false });
    },
  ],
];

test.each(repeats)('a story belongs to the video that is made again %s', async (_what, again) => {
  const nonna = await stories.kept();
  const { taskId } = (await again(nonna)) ?? { taskId: '' };
  expect(await toldAbout(nonna, nonna.taskId)).toEqual([]);
  expect(await toldAbout(nonna, taskId)).toMatchObject([{ story: { videoId: taskId } }]);
});

test('a story is kept for 30 days, and for 30 more from its last use in a film', async () => {
  const nonna = await stories.kept();
  const lastUsedAt = new Date(Date.now() - 30 * 86_400_000 - 1000);
  await stories.server.deps.db.audio.update({ where: { id: nonna.audioId }, data: { lastUsedAt } });
  const finished = { status: 'Success', progress: 1, renditionPrefix: 'runs/x', finishedAt: new Date() };
  const other = { id: createId(), userId: nonna.userId, provider: 'local', prompt: '', photoKey: '' };
  await stories.server.deps.db.videoTask.update({ where: { id: nonna.taskId }, data: finished });
  await stories.server.deps.db.videoTask.create({
    data: { ...other, ...finished, originalFilename: 'a.jpg' },
  });
  const { mergeId } = await nonna.album.create.mutate({
    videoIds: [nonna.taskId, other.id],
    albumName: 'Estate',
    voices: [{ videoId: nonna.taskId, audioId: nonna.audioId, text: 'Qui eravamo al mare.' }],
  });
  expect(await stories.server.deps.db.album.findUniqueOrThrow({ where: { id: mergeId } })).toMatchObject({
    voices: [{ videoId: nonna.taskId, audioId: nonna.audioId, text: 'Qui eravamo al mare.' }],
  });
  const deps = { db: stories.server.deps.db, env: { PHOTO_RETENTION: 30 * 86_400 } };
  await deleteOldAudio(deps);
  expect(await stories.recordingsOf(nonna)).toHaveLength(1);
  await stories.server.deps.db.audio.update({ where: { id: nonna.audioId }, data: { lastUsedAt } });
  await deleteOldAudio(deps);
  expect(await stories.recordingsOf(nonna)).toEqual([]);
  expect(await stories.server.deps.db.fileRemoval.findMany({ select: { prefix: true } })).toEqual([
    { prefix: `audio/${nonna.audioId}` },
  ]);
});

test('the stories of an erased account are deleted, those that wait and those that were kept', async () => {
  const nonna = await stories.kept();
  expect((await stories.send(nonna.secret)).status).toBe(201);
  const [{ id } = { id: '' }] = await nonna.boxes.waiting.query();
  const { deps } = stories.server;
  await deps.db.user.update({ where: { id: nonna.userId }, data: { deletionAt: new Date(0) } });
  expect(await eraseDueAccounts(deps)).toBe(1);
  expect(await deps.db.audio.count({ where: { id: nonna.audioId } })).toBe(0);
  expect(await deps.db.boxPhoto.count({ where: { id } })).toBe(0);
  expect(await stories.stored(audioKey(nonna.audioId))).toBe(false);
  expect(await stories.stored(boxStoryKey(id))).toBe(false);
});
