import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createUserClient } from '#tests/support/trpc.ts';
import { createBarrier } from '#tests/support/barrier.ts';
import { portrait } from '#tests/support/photos.ts';
import { startTestServer, type TestServer } from '#tests/support/server.ts';
import { followTask, newVisitor, type Visitor } from '#tests/support/visitor.ts';
import type { CameraMovement } from '#shared/motion/movements.ts';
import type { Movements } from '#shared/schemas/video.ts';
import { createId } from '#server/platform/ids.ts';
import { type AnimationFiles, ProviderError, type VideoProvider } from '#server/providers/video/types.ts';
import { failAbandoned, removeOrphans } from '#server/features/job-lifecycle/sweep-jobs.ts';
import { emptyTrash } from '#server/features/job-lifecycle/trash.ts';
import { variantJob } from './variant-job.ts';
import { runVariant } from '../running/run-generation.ts';
import { videoJob } from '../running/video-job.ts';

type Animate = VideoProvider['animate'];

/** A fake video: the name of its movement, followed by the photo. */
const animate: Animate = async ({ workDir, photoPath, options }): Promise<AnimationFiles> => {
  const movement = options.motion === 'auto' ? 'arc' : options.motion;
  const make = async (name: string) => {
    await writeFile(
      path.join(workDir, name),
      Buffer.concat([Buffer.from(movement), await readFile(photoPath)]),
    );
    return path.join(workDir, name);
  };
  return {
    clean: await make('clean.mp4'),
    watermarked: await make('watermarked.mp4'),
    posterClean: await make('clean.jpg'),
    posterWatermarked: await make('watermarked.jpg'),
    width: 768,
    height: 960,
    frames: 150,
    movement,
    steps: ['animated'],
    source: null,
    maker: { name: 'local', version: '0.1.0', model: null },
  };
};
let behaviour: Animate;
let made: string[];
let rested: unknown[];
const video: VideoProvider = {
  name: 'local',
  usualSeconds: { min: 2, max: 15 },
  keepsPhotos: true,
  atOnce: 1,
  isShared: false,
  isAvailable: () => Promise.resolve(true),
  animate(request) {
    made.push(request.options.motion);
    rested.push(request.options.rest);
    return behaviour(request);
  },
  close: () => Promise.resolve(),
};

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ video });
});
afterAll(() => server.close());
beforeEach(() => {
  behaviour = animate;
  made = [];
  rested = [];
});
// Movements give way to every video that waits: one without a job would hold up all tests after it, for minutes.
afterEach(async () => {
  const waiting = await server.deps.db.videoTask.count({ where: { status: 'Queued' } });
  if (waiting > 0) throw new Error('the test has left a video that waits');
});

/** A visitor with a finished video that has the movement `arc`. */
async function newOwner(): Promise<Visitor & { taskId: string; calls: ReturnType<typeof createUserClient> }> {
  const visitor = await newVisitor(server.url);
  const { taskId } = (await (await visitor.generate(await portrait())).json()) as { taskId: string };
  await followTask(server, visitor.userId, taskId);
  return { ...visitor, taskId, calls: createUserClient(server.url, visitor.cookie) };
}

const stateOf = ({ movements }: Movements, motion: CameraMovement) =>
  movements.find((each) => each.motion === motion)?.state;

async function playing(taskId: string): Promise<string> {
  const bytes = Buffer.from(await (await fetch(`${server.url}/api/public/video/${taskId}`)).arrayBuffer());
  return bytes.subarray(0, bytes.indexOf(0xff)).toString();
}

test('whoever rests does so in other movements, too', async () => {
  const visitor = await newVisitor(server.url);
  const asked = await visitor.generate(await portrait(), { fields: { rest: '[[0.25, 0.5], [0.75, 0.5]]' } });
  const { taskId } = (await asked.json()) as { taskId: string };
  await followTask(server, visitor.userId, taskId);
  await createUserClient(server.url, visitor.cookie).video.move.mutate({ taskId, motion: 'rise' });
  await expect.poll(() => rested).toHaveLength(2);
  const points = [
    [0.25, 0.5],
    [0.75, 0.5],
  ];
  expect(rested).toEqual([points, points]);
});

test('another movement is made once, free of charge, and then switched to at once', async () => {
  const { taskId, calls, credits } = await newOwner();
  const before = await calls.video.movements.query({ taskId });
  expect(before.shown).toBe('arc');
  expect(before.movements.map(({ motion, state }) => [motion, state])).toEqual([
    ['push-in', 'open'],
    ['pull-out', 'open'],
    ['arc', 'made'],
    ['drift', 'open'],
    ['rise', 'open'],
    ['dolly-zoom', 'open'],
    ['focus-pull', 'open'],
    ['still', 'open'],
  ]);
  await Promise.all([1, 2, 3].map(() => calls.video.move.mutate({ taskId, motion: 'rise' })));
  await expect.poll(() => playing(taskId)).toBe('rise');
  const after = await calls.video.movements.query({ taskId });
  expect([after.shown, stateOf(after, 'rise')]).toEqual(['rise', 'made']);
  expect((await calls.video.move.mutate({ taskId, motion: 'arc' })).shown).toBe('arc');
  expect(await playing(taskId)).toBe('arc');
  expect((await calls.video.move.mutate({ taskId, motion: 'rise' })).shown).toBe('rise');
  expect(await playing(taskId)).toBe('rise');
  expect(made).toEqual(['auto', 'rise']);
  expect(await credits()).toBe(0);
  expect(await server.deps.db.creditEntry.count({ where: { userId: (await owner(taskId)).userId } })).toBe(2);
});

const owner = (taskId: string) => server.deps.db.videoTask.findUniqueOrThrow({ where: { id: taskId } });

test('progress is reported while a movement is made, and the video keeps playing as before', async () => {
  const { taskId, calls } = await newOwner();
  const gate = Promise.withResolvers<void>();
  behaviour = async (request) => {
    request.onProgress({ stage: 'generating', progress: 0.5 });
    await gate.promise;
    return animate(request);
  };
  expect(stateOf(await calls.video.move.mutate({ taskId, motion: 'drift' }), 'drift')).toBe('making');
  const drift = async () =>
    (await calls.video.movements.query({ taskId })).movements.find(({ motion }) => motion === 'drift');
  await expect.poll(drift).toMatchObject({ state: 'making', progress: 50 });
  expect(await playing(taskId)).toBe('arc');
  gate.resolve();
  await expect.poll(() => playing(taskId)).toBe('drift');
});

test('a failed movement leaves the video unchanged, and can be requested again', async () => {
  const { taskId, calls, credits } = await newOwner();
  behaviour = () => Promise.reject(new ProviderError('permanent', 'no'));
  await calls.video.move.mutate({ taskId, motion: 'still' });
  await expect.poll(async () => stateOf(await calls.video.movements.query({ taskId }), 'still')).toBe('open');
  expect(made).toEqual(['auto', 'still']);
  expect(await playing(taskId)).toBe('arc');
  behaviour = animate;
  await calls.video.move.mutate({ taskId, motion: 'still' });
  await expect.poll(() => playing(taskId)).toBe('still');
  expect(await credits()).toBe(0);
});

test('after a day only existing movements can be chosen', async () => {
  const { taskId, calls } = await newOwner();
  await calls.video.move.mutate({ taskId, motion: 'rise' });
  await expect.poll(() => playing(taskId)).toBe('rise');
  const finishedAt = new Date(Date.now() - 24 * 3_600_000);
  await server.deps.db.videoTask.update({ where: { id: taskId }, data: { finishedAt } });
  const { movements } = await calls.video.movements.query({ taskId });
  expect(movements.map(({ motion }) => motion)).toEqual(['arc', 'rise']);
  await expect(calls.video.move.mutate({ taskId, motion: 'drift' })).rejects.toThrow(
    'Other movements can be chosen for 24 hours after a video was made.',
  );
  expect((await calls.video.move.mutate({ taskId, motion: 'arc' })).shown).toBe('arc');
  expect(made).toEqual(['auto', 'rise']);
});

test('a video from an external provider offers no movements', async () => {
  const { taskId, calls } = await newOwner();
  await server.deps.db.videoTask.update({
    where: { id: taskId },
    data: { provider: 'minimax', movement: null },
  });
  expect(await calls.video.movements.query({ taskId })).toEqual({ shown: null, movements: [] });
  await expect(calls.video.move.mutate({ taskId, motion: 'drift' })).rejects.toThrow('24 hours');
});

test('movements of foreign, unknown, unfinished or deleted videos are refused', async () => {
  const { taskId, calls, ...mine } = await newOwner();
  const stranger = await newOwner();
  for (const id of [taskId, 'a'.repeat(32)])
    await expect(stranger.calls.video.move.mutate({ taskId: id, motion: 'rise' })).rejects.toThrow(
      'Video not found',
    );
  await expect(stranger.calls.video.movements.query({ taskId })).rejects.toThrow('Video not found');
  const unfinished = { ...(await owner(taskId)), id: createId(), status: 'Processing', finishedAt: null };
  await server.deps.db.videoTask.create({ data: { ...unfinished, renditionPrefix: null } });
  await expect(calls.video.move.mutate({ taskId: unfinished.id, motion: 'rise' })).rejects.toThrow(
    'The video is not ready yet',
  );
  await mine.delete(`/api/video/tasks/${taskId}`);
  await expect(calls.video.move.mutate({ taskId, motion: 'rise' })).rejects.toThrow('Video not found');
  const motion = 'shake' as CameraMovement;
  await expect(stranger.calls.video.move.mutate({ taskId: stranger.taskId, motion })).rejects.toThrow(
    'Invalid request',
  );
  expect(await server.deps.db.videoVariant.count({ where: { taskId } })).toBe(0);
});

test('two concurrent runs leave one set of files, and a run without a row leaves none', async () => {
  const { taskId, calls } = await newOwner();
  const both = createBarrier(2);
  behaviour = async (request) => {
    await both.wait();
    return animate(request);
  };
  await calls.video.move.mutate({ taskId, motion: 'drift' });
  await expect.poll(() => both.present).toBe(1);
  const id = `${taskId}-drift`;
  const apart = { ...server.deps, workRoot: server.deps.uploadDir };
  await runVariant(apart, id, new AbortController().signal);
  await expect.poll(() => playing(taskId)).toBe('drift');
  await expect.poll(() => server.deps.storage.list(`movements/${id}`)).toHaveLength(1);
  await runVariant(apart, `${taskId}-rise`, new AbortController().signal);
  expect(await server.deps.storage.list(`movements/${taskId}-rise`)).toEqual([]);
  await expect.poll(() => readdir(server.deps.workRoot)).toEqual([]);
});

test('a movement whose job has vanished is ended, and its files are removed with its video', async () => {
  const { taskId, calls, ...visitor } = await newOwner();
  await calls.video.move.mutate({ taskId, motion: 'rise' });
  await expect.poll(() => playing(taskId)).toBe('rise');
  const { db, storage } = server.deps;
  const longAgo = new Date(Date.now() - 3_600_000 * 2);
  await db.videoVariant.create({
    data: { id: `${taskId}-still`, taskId, userId: visitor.userId, createdAt: longAgo },
  });
  expect(await failAbandoned(variantJob, server.deps)).toBe(1);
  await db.videoVariant.updateMany({ where: { taskId }, data: { finishedAt: longAgo } });
  expect(await removeOrphans(variantJob, { db, storage })).toBe(0);
  expect(await playing(taskId)).toBe('rise');
  await visitor.delete(`/api/video/tasks/${taskId}`);
  await db.videoTask.update({ where: { id: taskId }, data: { deletedAt: longAgo } });
  await emptyTrash(videoJob, server.deps);
  expect(await db.videoVariant.count({ where: { taskId } })).toBe(0);
  expect(await storage.list(`movements/${taskId}-rise`)).toEqual([]);
  expect(await storage.list(`tasks/${taskId}`)).toEqual([]);
});
