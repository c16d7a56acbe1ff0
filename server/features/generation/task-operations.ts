import { z } from 'zod';
import {
  canceledTaskSchema,
  deletedSchema,
  listTasksSchema,
  moveSchema,
  movementsSchema,
  renameSchema,
  taskProgressSchema,
  taskPageSchema,
  taskRefSchema,
  type VideoTask,
  videoTaskSchema,
} from '#shared/schemas/video.ts';
import { ownUrl } from '#shared/schemas/own-url.ts';
import { exampleIds } from '#server/rpc/example-ids.ts';
import { perPerson, withTests } from '#server/rpc/limits.ts';
import type { Reply } from '#server/rpc/meta.ts';
import { operation } from '#server/rpc/operation.ts';
import { openStream, tracked } from '#server/rpc/streams.ts';
import { cancelTask } from './cancel.ts';
import { hasConsented } from './requests/task-options.ts';
import { chooseVariant, listVariants } from './variants/variants.ts';
import { deletePhoto } from './photo-retention.ts';
import { renameTask } from './rename.ts';
import { deleteTask, getDownload, getProgress, getTask, listTasks, restoreTask } from './tasks.ts';
import { watchProgress } from './watch-task.ts';

/** The operations that accept the task id of a response, as links of the document. */
export const followUps = ['getStatus', 'getTask', 'watchTask', 'cancelTask', 'getDownload'] as const;

const task: z.output<typeof videoTaskSchema> = {
  id: exampleIds.taskId,
  taskId: exampleIds.taskId,
  status: 'Success',
  progress: 100,
  downloadUrl: `https://memori.example/api/public/video/${exampleIds.taskId}?download=1`,
  thumbnailUrl: `https://memori.example/api/public/video/${exampleIds.taskId}/poster.jpg`,
  originalFilename: 'nonna.jpg',
  name: 'Nonna Rosa, 1931',
  takenOn: null,
  createdAt: '2026-11-22T09:30:00.000Z',
  ai: false,
  photoKept: true,
};

/** Operations that follow, list and change tasks. */
export const taskOperations = {
  consent: operation({
    summary:
      'Returns whether the user has confirmed the right to use their uploads, so that they need not be asked again.',
    access: 'session',
  })
    .output(z.object({ accepted: z.boolean() }))
    .query(async ({ ctx }) => ({ accepted: await hasConsented(ctx.deps.db, ctx.auth.user.id) })),

  status: operation({
    summary: 'Returns a task’s status and progress.',
    access: { scope: 'read' },
    agents: true,
    rest: {
      id: 'getStatus',
      tag: 'Videos',
      method: 'get',
      path: '/api/video/status/{taskId}',
      errors: ['task_not_found'],
      waits: true,
      result: {
        taskId: exampleIds.taskId,
        status: 'Processing',
        progress: 42,
        stage: 'generating',
        elapsedSeconds: 7,
        measured: true,
      },
      links: { taskId: followUps },
    },
  })
    .input(taskRefSchema)
    .output(taskProgressSchema)
    .query(({ ctx, input }) => getProgress(ctx.deps.db, ctx.auth.user.id, input.taskId)),

  download: operation({
    summary: 'Returns the URL of the finished video.',
    access: { scope: 'read' },
    agents: true,
    rest: {
      id: 'getDownload',
      tag: 'Videos',
      method: 'get',
      path: '/api/video/download/{taskId}',
      errors: ['task_not_found', 'video_not_ready', 'generation_failed'],
      result: { downloadUrl: `https://memori.example/api/public/video/${exampleIds.taskId}?download=1` },
    },
  })
    .input(taskRefSchema)
    .output(z.object({ downloadUrl: ownUrl() }))
    .query(({ ctx, input }) =>
      getDownload(ctx.deps.db, { userId: ctx.auth.user.id, by: ctx.auth.by }, input.taskId),
    ),

  tasks: operation({
    summary:
      'Lists all tasks except cancelled ones, newest first. With `limit` and `cursor`, returns a page of them, with the next cursor in `X-Next-Cursor`.',
    access: { scope: 'read' },
    agents: true,
    rest: {
      id: 'listTasks',
      tag: 'Videos',
      method: 'get',
      path: '/api/video/tasks',
      errors: ['invalid_request'],
      query: {
        limit: { description: 'Maximum number of tasks, 1 to 100.', example: '20' },
        cursor: { description: 'The `X-Next-Cursor` of the page before.' },
        status: { description: '`Queued`, `Processing`, `Success` or `Fail`.', example: 'Success' },
        from: { description: 'Only tasks created on or after this day (UTC) or time (ISO 8601).' },
        to: { description: 'Only tasks created before this day (UTC) or time (ISO 8601).' },
      },
      headers: ['X-Next-Cursor'],
      output: z.array(videoTaskSchema),
      result: [task],
      respond(
        { tasks, nextCursor }: { tasks: VideoTask[]; nextCursor: string | null },
        { setHeader }: Reply,
      ) {
        if (nextCursor) setHeader('X-Next-Cursor', nextCursor);
        return tasks;
      },
    },
  })
    .input(listTasksSchema.optional())
    .output(taskPageSchema)
    .query(({ ctx, input }) => listTasks(ctx.deps.db, ctx.auth.user.id, input ?? {})),

  rename: operation({
    summary: 'Names a video; `null` removes its name. Links to it stay valid.',
    access: { scope: 'generate' },
    agents: true,
    rest: {
      id: 'renameTask',
      tag: 'Videos',
      method: 'patch',
      path: '/api/video/tasks/{taskId}',
      errors: ['task_not_found', 'name_too_long'],
      example: { name: 'Nonna Rosa, 1931' },
      result: task,
    },
  })
    .input(renameSchema)
    .output(videoTaskSchema)
    .mutation(({ ctx, input }) => renameTask(ctx.deps.db, ctx.auth.user.id, input)),

  deletePhoto: operation({
    summary:
      'Deletes the uploaded photo of an ended task immediately; the video stays. Other movements need the photo.',
    access: { scope: 'manage' },
    rest: {
      id: 'deletePhoto',
      tag: 'Videos',
      method: 'delete',
      path: '/api/video/tasks/{taskId}/photo',
      errors: ['task_not_found', 'task_not_finished'],
      result: { ...task, photoKept: false },
    },
  })
    .input(taskRefSchema)
    .output(videoTaskSchema)
    .mutation(({ ctx, input }) => deletePhoto(ctx.deps, ctx.auth.user.id, input.taskId)),

  task: operation({
    summary:
      'Returns a task. A cancelled one is available for 15 minutes, as `Fail` with the code `task_canceled`.',
    access: { scope: 'read' },
    agents: true,
    rest: {
      id: 'getTask',
      tag: 'Videos',
      method: 'get',
      path: '/api/video/tasks/{taskId}',
      errors: ['task_not_found'],
      result: task,
    },
  })
    .input(taskRefSchema)
    .output(videoTaskSchema)
    .query(({ ctx, input }) => getTask(ctx.deps.db, ctx.auth.user.id, input.taskId)),

  watch: operation({
    summary:
      'Streams a task’s status as server-sent events: at once, at every change, and for the last time when the task has ended. Each event’s data is what `getStatus` returns.',
    access: { scope: 'read' },
    rest: {
      id: 'watchTask',
      tag: 'Videos',
      method: 'get',
      path: '/api/video/tasks/{taskId}/events',
      errors: ['task_not_found'],
    },
  })
    .input(taskRefSchema)
    .subscription(async function* ({ ctx, input, signal }) {
      using stream = openStream(ctx, signal);
      for await (const progress of watchProgress(ctx.deps, ctx.auth.user.id, input.taskId, stream.signal)) {
        yield tracked(`${progress.status}:${progress.progress}`, progress);
      }
    }),

  movements: operation({
    summary: 'Lists the movements of a video that exist, are being made, or could be made.',
    access: { scope: 'read' },
  })
    .input(taskRefSchema)
    .output(movementsSchema)
    .query(({ ctx, input }) => listVariants(ctx.deps, ctx.auth.user.id, input.taskId)),

  move: operation({
    summary: 'Shows a video with another movement, making it first if necessary. Costs no credit.',
    access: { scope: 'generate' },
    limit: withTests(perPerson('movement')),
  })
    .input(moveSchema)
    .output(movementsSchema)
    .mutation(({ ctx, input }) => chooseVariant(ctx.deps, ctx.auth.user.id, input)),

  cancel: operation({
    summary: 'Cancels a task that has not started. Its credit is returned.',
    access: { scope: 'generate' },
    agents: true,
    rest: {
      id: 'cancelTask',
      tag: 'Videos',
      method: 'post',
      path: '/api/video/tasks/{taskId}/cancel',
      errors: ['task_not_found', 'task_begun', 'task_finished', 'task_canceled'],
      result: { taskId: exampleIds.taskId, status: 'Cancelled', credits: 12 },
    },
  })
    .input(taskRefSchema)
    .output(canceledTaskSchema)
    .mutation(({ ctx, input }) => cancelTask(ctx.deps, ctx.auth.user.id, input.taskId)),

  delete: operation({
    summary:
      'Deletes an ended task and its video: hidden immediately, erased after a while. No credit is returned.',
    access: { scope: 'manage' },
    rest: {
      id: 'deleteTask',
      tag: 'Videos',
      method: 'delete',
      path: '/api/video/tasks/{taskId}',
      errors: ['task_not_found', 'task_not_finished'],
      result: { restorableUntil: '2026-11-22T09:45:00.000Z' },
    },
  })
    .input(taskRefSchema)
    .output(deletedSchema)
    .mutation(({ ctx, input }) => deleteTask(ctx.deps.db, ctx.auth.user.id, input.taskId)),

  restore: operation({
    summary: 'Undoes the deletion of a video, for a limited time.',
    access: { scope: 'manage' },
  })
    .input(taskRefSchema)
    .output(videoTaskSchema)
    .mutation(({ ctx, input }) => restoreTask(ctx.deps.db, ctx.auth.user.id, input.taskId)),
};
