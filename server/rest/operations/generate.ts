import { z } from 'zod';
import { appLimits } from '../../../shared/app-limits.ts';
import {
  batchFieldsSchema,
  generateFieldsSchema,
  linkedPhotoSchema,
  linkedTaskSchema,
} from '../../../shared/schemas/video.ts';
import { type VideoPreview, videoPreviewSchema } from '../../../shared/schemas/video-preview.ts';
import type { TaskStatus } from '../../../shared/status.ts';
import { formDataOf } from '../../http/upload.ts';
import { exampleIds } from '../document/example-ids.ts';
import { waitForEnd } from '../wait.ts';
import { followUps } from './follow-ups.ts';
import { binary, type Call, type Operation, output, schemaOf } from './operation.ts';

const accepted: z.output<typeof linkedTaskSchema> = {
  ...{ taskId: exampleIds.taskId, status: 'Queued' },
  status_url: `https://memori.example/api/video/status/${exampleIds.taskId}`,
  cancel_url: `https://memori.example/api/video/tasks/${exampleIds.taskId}/cancel`,
};

/** The URLs for following up on an accepted task. */
const addressesOf = ({ taskId }: { taskId: string }) => ({
  status_url: `/api/video/status/${taskId}`,
  cancel_url: `/api/video/tasks/${taskId}/cancel`,
});

async function statusAfterWait(call: Call, taskId: string): Promise<TaskStatus | undefined> {
  const hasWaited = await waitForEnd(call, (until) => until.video.watch({ taskId }));
  return hasWaited ? (await call.caller.video.status({ taskId })).status : undefined;
}

/** What can be wrong with any photo, or with the fields beside it. */
const photoErrors = [
  'file_too_large',
  'invalid_file_type',
  'image_too_small',
  'image_too_many_pixels',
  'image_broken',
  'prompt_too_long',
  'invalid_duration',
  'invalid_resolution',
] as const;

/** A grandmother with glasses, and the girl on her lap. */
const previewed: VideoPreview = {
  ...{ turn: 0, print: { found: true, cropped: true }, restoration: { suggested: false }, motion: 'push-in' },
  faces: [
    {
      ...{ kind: 'person', x: 0.31, y: 0.18, width: 0.22, height: 0.21 },
      ...{ blinks: false, gazes: true, turns: true, why: 'glasses' },
    },
    {
      ...{ kind: 'person', x: 0.52, y: 0.5, width: 0.17, height: 0.16 },
      ...{ blinks: true, gazes: true, turns: true },
    },
  ],
  credits: 1,
};

/** Starting animations. */
export const generateOperations: readonly Operation[] = [
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
      ...photoErrors,
      'invalid_rest',
      'name_too_long',
      'provider_unavailable',
    ],
    async handle(call) {
      const { caller, req, res } = call;
      const accepted = await caller.video.generate(await formDataOf(req));
      const { taskId } = accepted;
      res.location(`/api/video/tasks/${taskId}`);
      // The task is accepted and paid, even if waiting fails; the token may lack the scope to read its progress.
      const status = await statusAfterWait(call, taskId).catch(() => undefined);
      return { ...accepted, ...(status ? { status } : {}), ...addressesOf(accepted) };
    },
  },
  {
    id: 'previewVideo',
    tag: 'Videos',
    method: 'post',
    path: '/api/video/preview',
    summary:
      'Takes the form of `POST /api/video/generate` and tells what its video would do, for no credit: which faces are found, what each would do or why not, the turn, whether the photo is of a print or worth restoring, and the camera’s movement. The photo is deleted before the answer. Any point in a face’s box, its corner included, can be sent as `rest`. Hosted services decide themselves how people move.',
    signedIn: true,
    scope: 'generate',
    body: {
      type: 'multipart/form-data',
      schema: schemaOf(generateFieldsSchema.extend({ image: z.any().meta(binary) }), 'input'),
      json: schemaOf(linkedPhotoSchema, 'input'),
      isPreview: true,
    },
    status: 200,
    answer: output(videoPreviewSchema, previewed),
    errors: [
      'no_file_selected',
      'one_file_only',
      'upload_malformed',
      'invalid_image_url',
      'image_unreachable',
      ...photoErrors,
      'invalid_rest',
      'name_too_long',
    ],
    handle: async ({ caller, req }) => caller.video.preview(await formDataOf(req)),
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
      files: appLimits.upload.maxPhotos,
    },
    status: 202,
    answer: output(z.object({ tasks: z.array(linkedTaskSchema) }), { tasks: [accepted] }),
    errors: [
      'no_file_selected',
      'too_many_images',
      'upload_malformed',
      'insufficient_credits',
      ...photoErrors,
      'provider_unavailable',
    ],
    async handle({ caller, req }) {
      const { tasks } = await caller.video.generateBatch(await formDataOf(req));
      return { tasks: tasks.map((task) => ({ ...task, ...addressesOf(task) })) };
    },
  },
  {
    id: 'animateLocally',
    tag: 'Videos',
    method: 'post',
    path: '/api/video/tasks/{taskId}/local',
    summary:
      'Has a photo that the video service refused animated by Memori’s own animator, with the credit that came back, after a failure with `input_refused`, `output_refused`, `photo_unsuitable` or `prompt_unreadable`. The new task takes the place of the failed one, which counts as deleted.',
    signedIn: true,
    scope: 'generate',
    status: 202,
    answer: output(linkedTaskSchema, accepted),
    links: { taskId: followUps },
    headers: ['Location'],
    errors: ['task_not_found', 'local_not_offered', 'insufficient_credits'],
    async handle({ caller, req, res }) {
      const task = await caller.video.animateLocally({ taskId: String(req.params['taskId']) });
      res.location(`/api/video/tasks/${task.taskId}`);
      return { ...task, ...addressesOf(task) };
    },
  },
];
