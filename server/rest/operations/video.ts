import { z } from 'zod';
import { appLimits } from '../../../shared/app-limits.ts';
import {
  batchFieldsSchema,
  canceledTaskSchema,
  deletedSchema,
  generateFieldsSchema,
  linkedPhotoSchema,
  linkedTaskSchema,
  taskProgressSchema,
  videoTaskSchema,
} from '../../../shared/schemas/video.ts';
import type { TaskStatus } from '../../../shared/status.ts';
import { formDataOf } from '../../http/upload.ts';
import { type NameInput, nameSchema } from '../../../shared/schemas/name.ts';
import { exampleIds } from '../document/example-ids.ts';
import { sendEvents } from '../event-stream.ts';
import { waitForEnd } from '../wait.ts';
import { binary, type Call, json, type Operation, output, schemaOf } from './operation.ts';
import { publicFilm } from './public-film.ts';

const ref = ({ req }: Call) => ({ taskId: String(req.params['taskId']) });

/** What goes on with a task. */
const followUps = ['getStatus', 'getTask', 'watchTask', 'cancelTask', 'getDownload'] as const;

const accepted: z.output<typeof linkedTaskSchema> = {
  ...{ taskId: exampleIds.taskId, status: 'Queued' },
  status_url: `https://memori.example/api/video/status/${exampleIds.taskId}`,
  cancel_url: `https://memori.example/api/video/tasks/${exampleIds.taskId}/cancel`,
};

const task: z.output<typeof videoTaskSchema> = {
  ...{ id: exampleIds.taskId, taskId: exampleIds.taskId, status: 'Success', progress: 100 },
  downloadUrl: `https://memori.example/api/public/video/${exampleIds.taskId}?download=1`,
  thumbnailUrl: `https://memori.example/api/public/video/${exampleIds.taskId}/poster.jpg`,
  ...{ originalFilename: 'nonna.jpg', name: 'Nonna Rosa, 1931', takenOn: null },
  ...{ createdAt: '2026-11-22T09:30:00.000Z', ai: false, photoKept: true },
};

/** What can be asked next of a task that was accepted. */
const addressesOf = ({ taskId }: { taskId: string }) => ({
  status_url: `/api/video/status/${taskId}`,
  cancel_url: `/api/video/tasks/${taskId}/cancel`,
});

async function statusAfterWait(call: Call, taskId: string): Promise<TaskStatus | undefined> {
  const hasWaited = await waitForEnd(call, (until) => until.video.watch({ taskId }));
  return hasWaited ? (await call.caller.video.status({ taskId })).status : undefined;
}

export const videoOperations: readonly Operation[] = [
  {
    id: 'generateVideo',
    tag: 'Videos',
    method: 'post',
    path: '/api/video/generate',
    summary:
      'Takes one photo and one credit; starts an animation. `Location` is the address of its task. JSON with an `imageUrl` in place of the form has the photo fetched: a public https address that answers with it, without a redirect, within a minute.',
    signedIn: true,
    scope: 'generate',
    waits: true,
    body: {
      type: 'multipart/form-data',
      schema: schemaOf(generateFieldsSchema.extend({ image: z.any().meta(binary) }), 'input'),
      json: schemaOf(linkedPhotoSchema, 'input'),
    },
    status: 202,
    answer: output(linkedTaskSchema, accepted),
    links: { taskId: followUps },
    headers: ['Location'],
    errors: [
      'no_file_selected',
      'one_file_only',
      'upload_malformed',
      'invalid_image_url',
      'image_unreachable',
      'insufficient_credits',
      'file_too_large',
      'invalid_file_type',
      'image_too_small',
      'image_too_many_pixels',
      'image_broken',
      'prompt_too_long',
      'invalid_duration',
      'invalid_resolution',
      'name_too_long',
      'provider_unavailable',
    ],
    async handle(call) {
      const { caller, req, res } = call;
      const accepted = await caller.video.generate(await formDataOf(req));
      const { taskId } = accepted;
      res.location(`/api/video/tasks/${taskId}`);
      // It is accepted and paid, whatever becomes of the wait; a token may lack the scope to read how far it is.
      const status = await statusAfterWait(call, taskId).catch(() => undefined);
      return { ...accepted, ...(status ? { status } : {}), ...addressesOf(accepted) };
    },
  },
  {
    id: 'generateVideos',
    tag: 'Videos',
    method: 'post',
    path: '/api/video/generate/batch',
    summary:
      'Takes up to 20 photos and a credit for each, all of them or none; starts an animation of each, in their order. The fields hold for all. Counts as one call for each photo.',
    signedIn: true,
    scope: 'generate',
    body: {
      type: 'multipart/form-data',
      schema: schemaOf(
        batchFieldsSchema.extend({ image: z.array(z.any().meta(binary)).min(1).max(20) }),
        'input',
      ),
      files: appLimits.upload.mostPhotos,
    },
    status: 202,
    answer: output(z.object({ tasks: z.array(linkedTaskSchema) }), { tasks: [accepted] }),
    errors: [
      'no_file_selected',
      'too_many_images',
      'upload_malformed',
      'insufficient_credits',
      'file_too_large',
      'invalid_file_type',
      'image_too_small',
      'image_too_many_pixels',
      'image_broken',
      'prompt_too_long',
      'invalid_duration',
      'invalid_resolution',
      'provider_unavailable',
    ],
    async handle({ caller, req }) {
      const { tasks } = await caller.video.generateBatch(await formDataOf(req));
      return { tasks: tasks.map((task) => ({ ...task, ...addressesOf(task) })) };
    },
  },
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
      'All tasks but canceled ones, newest first; with limit and cursor a page of them, the next cursor in X-Next-Cursor.',
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
    scope: 'generate',
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
    summary: 'One task. A canceled one is there for 15 minutes, as Fail with the code task_canceled.',
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
    scope: 'generate',
    status: 200,
    answer: output(deletedSchema, { restorableUntil: '2026-11-22T09:45:00.000Z' }),
    errors: ['task_not_found', 'task_not_finished'],
    handle: (call) => call.caller.video.delete(ref(call)),
  },
  ...publicFilm('video', 'taskId', 'task_not_found'),
  {
    id: 'printKeepsakes',
    tag: 'Videos',
    method: 'get',
    path: '/api/keepsakes',
    summary:
      'Cards to be printed, of videos or of one album: the first frame, the name, a code that leads to the film.',
    signedIn: true,
    scope: 'read',
    query: {
      videos: { description: 'Task ids with commas between them; or', example: exampleIds.taskId },
      album: { description: 'the id of an album' },
      format: { description: 'a6 (unless told otherwise), a5 or postcard', example: 'a5' },
      sheet: { description: 'a4: several on each sheet, with marks to cut by' },
      language: { description: 'Of the words on the card and of the page that the code leads to' },
    },
    status: 200,
    answer: { type: 'application/pdf', schema: {} },
    errors: [
      'invalid_request',
      'task_not_found',
      'video_not_ready',
      'album_not_found',
      'album_not_ready',
      'too_many_requests',
    ],
  },
];
