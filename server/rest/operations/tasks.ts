import { z } from 'zod';
import {
  canceledTaskSchema,
  deletedSchema,
  taskProgressSchema,
  videoTaskSchema,
} from '../../../shared/schemas/video.ts';
import { type NameInput, nameSchema } from '../../../shared/schemas/name.ts';
import { exampleIds } from '../document/example-ids.ts';
import { sendEvents } from '../event-stream.ts';
import { waitForEnd } from '../wait.ts';
import { followUps } from './follow-ups.ts';
import { type Call, json, type Operation, output } from './operation.ts';

const ref = ({ req }: Call) => ({ taskId: String(req.params['taskId']) });

const task: z.output<typeof videoTaskSchema> = {
  ...{ id: exampleIds.taskId, taskId: exampleIds.taskId, status: 'Success', progress: 100 },
  downloadUrl: `https://memori.example/api/public/video/${exampleIds.taskId}?download=1`,
  thumbnailUrl: `https://memori.example/api/public/video/${exampleIds.taskId}/poster.jpg`,
  ...{ originalFilename: 'nonna.jpg', name: 'Nonna Rosa, 1931', takenOn: null },
  ...{ createdAt: '2026-11-22T09:30:00.000Z', ai: false, photoKept: true },
};

/** Operations that follow, list and change tasks. */
export const taskOperations: readonly Operation[] = [
  {
    id: 'getStatus',
    tag: 'Videos',
    method: 'get',
    path: '/api/video/status/{taskId}',
    summary: 'How far a task is.',
    signedIn: true,
    scope: 'read',
    waits: true,
    status: 200,
    answer: output(taskProgressSchema, {
      ...{ taskId: exampleIds.taskId, status: 'Processing', progress: 42, stage: 'generating' },
      ...{ elapsedSeconds: 7, measured: true },
    }),
    links: { taskId: followUps },
    errors: ['task_not_found'],
    async handle(call) {
      await waitForEnd(call, (until) => until.video.watch(ref(call)));
      return call.caller.video.status(ref(call));
    },
  },
  {
    id: 'getDownload',
    tag: 'Videos',
    method: 'get',
    path: '/api/video/download/{taskId}',
    summary: 'The address of the finished video.',
    signedIn: true,
    scope: 'read',
    status: 200,
    answer: output(z.object({ downloadUrl: z.string() }), {
      downloadUrl: `https://memori.example/api/public/video/${exampleIds.taskId}?download=1`,
    }),
    errors: ['task_not_found', 'video_not_ready', 'generation_failed'],
    handle: (call) => call.caller.video.download(ref(call)),
  },
  {
    id: 'listTasks',
    tag: 'Videos',
    method: 'get',
    path: '/api/video/tasks',
    summary:
      'All tasks but cancelled ones, newest first; with limit and cursor a page of them, the next cursor in X-Next-Cursor.',
    signedIn: true,
    scope: 'read',
    query: {
      limit: { description: 'How many at most, 1 to 100', example: '20' },
      cursor: { description: 'What X-Next-Cursor said' },
      status: { description: 'Queued, Processing, Success or Fail', example: 'Success' },
      from: { description: 'Asked for at this day (UTC) or moment, as ISO 8601, or later' },
      to: { description: 'Asked for before it' },
    },
    status: 200,
    answer: output(z.array(videoTaskSchema), [task]),
    headers: ['X-Next-Cursor'],
    errors: ['invalid_request'],
    async handle({ caller, req, res }) {
      const { tasks, nextCursor } = await caller.video.tasks(req.query);
      if (nextCursor) res.set('X-Next-Cursor', nextCursor);
      return tasks;
    },
  },
  {
    id: 'renameTask',
    tag: 'Videos',
    method: 'patch',
    path: '/api/video/tasks/{taskId}',
    summary: 'Names a video; null takes its name away.',
    signedIn: true,
    scope: 'generate',
    body: json(nameSchema, { name: 'Nonna Rosa, 1931' }),
    status: 200,
    answer: output(videoTaskSchema, task),
    errors: ['task_not_found', 'name_too_long'],
    handle: (call) => call.caller.video.rename({ ...(call.req.body as NameInput), ...ref(call) }),
  },
  {
    id: 'deletePhoto',
    tag: 'Videos',
    method: 'delete',
    path: '/api/video/tasks/{taskId}/photo',
    summary:
      'Deletes the uploaded photo of an ended task at once; the video stays. Other movements need the photo.',
    signedIn: true,
    scope: 'manage',
    status: 200,
    answer: output(videoTaskSchema, { ...task, photoKept: false }),
    errors: ['task_not_found', 'task_not_finished'],
    handle: (call) => call.caller.video.deletePhoto(ref(call)),
  },
  {
    id: 'getTask',
    tag: 'Videos',
    method: 'get',
    path: '/api/video/tasks/{taskId}',
    summary: 'One task. A cancelled one is there for 15 minutes, as Fail with the code task_canceled.',
    signedIn: true,
    scope: 'read',
    status: 200,
    answer: output(videoTaskSchema, task),
    errors: ['task_not_found'],
    handle: (call) => call.caller.video.task(ref(call)),
  },
  {
    id: 'watchTask',
    tag: 'Videos',
    method: 'get',
    path: '/api/video/tasks/{taskId}/events',
    summary:
      'How far a task is, as server-sent events: at once, at every change, and for the last time when it has ended. The data of each is what `getStatus` answers.',
    signedIn: true,
    scope: 'read',
    status: 200,
    answer: { type: 'text/event-stream', schema: { type: 'string' } },
    errors: ['task_not_found'],
    async handle(call) {
      await sendEvents(call.res, await call.caller.video.watch(ref(call)));
      return null;
    },
  },
  {
    id: 'cancelTask',
    tag: 'Videos',
    method: 'post',
    path: '/api/video/tasks/{taskId}/cancel',
    summary: 'Ends a task that has not begun. Its credit comes back.',
    signedIn: true,
    scope: 'generate',
    status: 200,
    answer: output(canceledTaskSchema, { taskId: exampleIds.taskId, status: 'Cancelled', credits: 12 }),
    errors: ['task_not_found', 'task_begun', 'task_finished', 'task_canceled'],
    handle: (call) => call.caller.video.cancel(ref(call)),
  },
  {
    id: 'deleteTask',
    tag: 'Videos',
    method: 'delete',
    path: '/api/video/tasks/{taskId}',
    summary:
      'Deletes an ended task and its video: out of sight at once, for good a while later. No credit comes back.',
    signedIn: true,
    scope: 'manage',
    status: 200,
    answer: output(deletedSchema, { restorableUntil: '2026-11-22T09:45:00.000Z' }),
    errors: ['task_not_found', 'task_not_finished'],
    handle: (call) => call.caller.video.delete(ref(call)),
  },
];
