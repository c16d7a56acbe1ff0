import { z } from 'zod';
import {
  canceledTaskSchema,
  deletedSchema,
  generateFieldsSchema,
  taskAcceptedSchema,
  taskProgressSchema,
  videoTaskSchema,
} from '../../../shared/schemas/video.ts';
import { formDataOf } from '../../http/upload.ts';
import { type NameInput, nameSchema } from '../../../shared/schemas/name.ts';
import { binary, type Call, json, type Operation, output } from './operation.ts';
import { publicFilm } from './public-film.ts';

const ref = ({ req }: Call) => ({ taskId: String(req.params['taskId']) });

export const videoOperations: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/video/generate',
    summary: 'Takes one photo and one credit; starts an animation.',
    signedIn: true,
    scope: 'generate',
    body: {
      type: 'multipart/form-data',
      schema: z.toJSONSchema(generateFieldsSchema.extend({ image: z.any().meta(binary) }), {
        io: 'input',
        target: 'openapi-3.0',
      }),
    },
    status: 202,
    answer: output(taskAcceptedSchema),
    errors: [
      'no_file_selected',
      'one_file_only',
      'upload_malformed',
      'insufficient_credits',
      'file_too_large',
      'invalid_file_type',
      'image_too_small',
      'image_too_many_pixels',
      'image_broken',
      'too_many_requests',
    ],
    handle: async ({ caller, req }) => caller.video.generate(await formDataOf(req)),
  },
  {
    method: 'get',
    path: '/api/video/status/{taskId}',
    summary: 'How far a task is.',
    signedIn: true,
    scope: 'read',
    status: 200,
    answer: output(taskProgressSchema),
    errors: ['task_not_found'],
    handle: (call) => call.caller.video.status(ref(call)),
  },
  {
    method: 'get',
    path: '/api/video/download/{taskId}',
    summary: 'The address of the finished video.',
    signedIn: true,
    scope: 'read',
    status: 200,
    answer: output(z.object({ downloadUrl: z.string() })),
    errors: ['task_not_found', 'video_not_ready'],
    handle: (call) => call.caller.video.download(ref(call)),
  },
  {
    method: 'get',
    path: '/api/video/tasks',
    summary:
      'All tasks but canceled ones, newest first; with limit and cursor a page of them, the next cursor in X-Next-Cursor.',
    signedIn: true,
    scope: 'read',
    query: { limit: 'How many at most, 1 to 100', cursor: 'What X-Next-Cursor said' },
    status: 200,
    answer: output(z.array(videoTaskSchema)),
    errors: ['invalid_request'],
    async handle({ caller, req, res }) {
      const { tasks, nextCursor } = await caller.video.tasks(req.query);
      if (nextCursor) res.set('X-Next-Cursor', nextCursor);
      return tasks;
    },
  },
  {
    method: 'patch',
    path: '/api/video/tasks/{taskId}',
    summary: 'Names a video; null takes its name away.',
    signedIn: true,
    scope: 'generate',
    body: json(nameSchema),
    status: 200,
    answer: output(videoTaskSchema),
    errors: ['task_not_found', 'name_too_long'],
    handle: (call) => call.caller.video.rename({ ...(call.req.body as NameInput), ...ref(call) }),
  },
  {
    method: 'delete',
    path: '/api/video/tasks/{taskId}/photo',
    summary:
      'Deletes the uploaded photo of an ended task at once; the video stays. Other movements need the photo.',
    signedIn: true,
    scope: 'generate',
    status: 200,
    answer: output(videoTaskSchema),
    errors: ['task_not_found', 'task_not_finished'],
    handle: (call) => call.caller.video.deletePhoto(ref(call)),
  },
  {
    method: 'get',
    path: '/api/video/tasks/{taskId}',
    summary: 'One task. A canceled one is there for 15 minutes, as Fail with the code task_canceled.',
    signedIn: true,
    scope: 'read',
    status: 200,
    answer: output(videoTaskSchema),
    errors: ['task_not_found'],
    handle: (call) => call.caller.video.task(ref(call)),
  },
  {
    method: 'post',
    path: '/api/video/tasks/{taskId}/cancel',
    summary: 'Ends a task that has not begun. Its credit comes back.',
    signedIn: true,
    scope: 'generate',
    status: 200,
    answer: output(canceledTaskSchema),
    errors: ['task_not_found', 'task_begun', 'task_finished', 'task_canceled'],
    handle: (call) => call.caller.video.cancel(ref(call)),
  },
  {
    method: 'delete',
    path: '/api/video/tasks/{taskId}',
    summary:
      'Deletes an ended task and its video: out of sight at once, for good a while later. No credit comes back.',
    signedIn: true,
    scope: 'generate',
    status: 200,
    answer: output(deletedSchema),
    errors: ['task_not_found', 'task_not_finished'],
    handle: (call) => call.caller.video.delete(ref(call)),
  },
  ...publicFilm('video', 'taskId', 'task_not_found'),
  {
    method: 'get',
    path: '/api/keepsakes',
    summary:
      'Cards to be printed, of videos or of one album: the first frame, the name, a code that leads to the film.',
    signedIn: true,
    scope: 'read',
    query: {
      videos: 'Task ids with commas between them; or',
      album: 'the id of an album',
      format: 'a6 (unless told otherwise), a5 or postcard',
      sheet: 'a4: several on each sheet, with marks to cut by',
      language: 'Of the words on the card and of the page that the code leads to',
    },
    status: 200,
    answer: { type: 'application/pdf', schema: binary },
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
