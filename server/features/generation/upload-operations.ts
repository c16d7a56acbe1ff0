import { z } from 'zod';
import { appLimits } from '#shared/app-limits.ts';
import type { ErrorCode } from '#shared/errors.ts';
import {
  batchFieldsSchema,
  generateFieldsSchema,
  linkedPhotoSchema,
  linkedTaskSchema,
  taskAcceptedSchema,
  taskRefSchema,
} from '#shared/schemas/video.ts';
import { type VideoPreview, videoPreviewSchema } from '#shared/schemas/video-preview.ts';
import { LostProcessError } from '#server/platform/child-process/pool.ts';
import { AppError } from '#server/platform/errors.ts';
import { logSecurityEvent } from '#server/platform/logging/security-log.ts';
import { type Caller, isTest } from '#server/rpc/caller.ts';
import type { Context } from '#server/rpc/context.ts';
import { exampleIds } from '#server/rpc/example-ids.ts';
import { perAccount, withTests } from '#server/rpc/limits.ts';
import type { Reply } from '#server/rpc/meta.ts';
import { operation } from '#server/rpc/operation.ts';
import { UploadForm } from '#server/rpc/upload-form.ts';
import { admitPreview, admitUpload } from './requests/admit-upload.ts';
import { animateLocally } from './requests/animate-locally.ts';
import { readBatchForm, readVideoForm } from './requests/read-form.ts';
import { previewGeneration } from './requests/preview.ts';
import { requestGeneration, requestGenerations } from './requests/request-generation.ts';
import { followUps } from './task-operations.ts';

/** A form by REST, or the same as JSON by tRPC. */
const videoForm = z
  .custom<z.input<typeof linkedPhotoSchema>>(isObject, 'invalid_request' satisfies ErrorCode)
  .transform((input) => readVideoForm(input instanceof UploadForm ? input : UploadForm.of(input)));
/** By REST only: files can't be sent as JSON. */
const batchForm = z
  .custom<UploadForm>((input) => input instanceof UploadForm, 'invalid_request' satisfies ErrorCode)
  .transform(readBatchForm);

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof FormData);
}

type Accepted = z.output<typeof taskAcceptedSchema>;

/** An accepted task with the paths to follow it up. */
const withLinks = <Task extends Accepted>(task: Task) => ({
  ...task,
  status_url: `/api/video/status/${task.taskId}`,
  cancel_url: `/api/video/tasks/${task.taskId}/cancel`,
});

function respondAccepted(task: Accepted, { setHeader }: Reply) {
  setHeader('Location', `/api/video/tasks/${task.taskId}`);
  return withLinks(task);
}

const accepted: z.output<typeof linkedTaskSchema> = {
  taskId: exampleIds.taskId,
  status: 'Queued',
  status_url: `https://memori.example/api/video/status/${exampleIds.taskId}`,
  cancel_url: `https://memori.example/api/video/tasks/${exampleIds.taskId}/cancel`,
};

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

const linkErrors = ['invalid_image_url', 'image_unreachable'] as const;
const singleErrors = ['no_file_selected', 'one_file_only', 'upload_malformed', ...linkErrors] as const;

/** A grandmother with glasses, and the girl on her lap. */
const previewed: VideoPreview = {
  turn: 0,
  print: { found: true, cropped: true },
  restoration: { suggested: false },
  motion: 'push-in',
  faces: [
    {
      kind: 'person',
      x: 0.31,
      y: 0.18,
      width: 0.22,
      height: 0.21,
      blinks: false,
      gazes: true,
      turns: true,
      why: 'glasses',
    },
    {
      kind: 'person',
      x: 0.52,
      y: 0.5,
      width: 0.17,
      height: 0.16,
      blinks: true,
      gazes: true,
      turns: true,
    },
  ],
  credits: 1,
};

/** Runs what decodes photos, and logs it if the photo took its process down. */
async function noteLostDecoder<T>({ deps, auth }: Context & { auth: Caller }, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    const cause = error instanceof AppError ? error.cause : undefined;
    if (cause instanceof LostProcessError)
      logSecurityEvent(deps.logger, 'photo_decoder_lost', { userId: auth.user.id, reason: cause.reason });
    throw error;
  });
}

/** Starting animations. */
export const uploadOperations = {
  generate: operation({
    summary:
      'Animates one photo for one credit. `Location` is the URL of its task. With JSON and an `imageUrl` instead of the form, the photo is downloaded: from a public https URL that responds with it, without redirects, within a minute.',
    access: { scope: 'generate' },
    admit: admitUpload,
    paid: true,
    agents: true,
    rest: {
      id: 'generateVideo',
      tag: 'Videos',
      method: 'post',
      path: '/api/video/generate',
      status: 202,
      form: { fields: generateFieldsSchema, json: linkedPhotoSchema },
      errors: [
        ...singleErrors,
        'insufficient_credits',
        ...photoErrors,
        'invalid_rest',
        'name_too_long',
        'provider_unavailable',
      ],
      waits: true,
      headers: ['Location'],
      output: linkedTaskSchema,
      result: accepted,
      links: { taskId: followUps },
      respond: respondAccepted,
    },
  })
    .input(videoForm)
    .output(taskAcceptedSchema)
    .mutation(({ ctx, input, signal }) =>
      noteLostDecoder(
        ctx,
        requestGeneration(
          ctx.deps,
          { userId: ctx.auth.user.id, ...input, test: isTest(ctx.auth) },
          { signal, storeResult: ctx.storeResult },
        ),
      ),
    ),

  preview: operation({
    summary:
      'Takes the form of `POST /api/video/generate` and returns what its video would show, for no credit: which faces are found, what each would do or why not, the turn, whether the photo is of a print or worth restoring, and the camera movement. The photo is deleted before the response. Any point in a face’s box, its corner included, can be sent as `rest`. Hosted providers decide themselves how people move.',
    access: { scope: 'generate' },
    admit: admitPreview,
    agents: true,
    rest: {
      id: 'previewVideo',
      tag: 'Videos',
      method: 'post',
      path: '/api/video/preview',
      form: { fields: generateFieldsSchema, json: linkedPhotoSchema },
      errors: [...singleErrors, ...photoErrors, 'invalid_rest', 'name_too_long'],
      result: previewed,
    },
  })
    .input(videoForm)
    .output(videoPreviewSchema)
    .mutation(({ ctx, input, signal }) =>
      noteLostDecoder(
        ctx,
        previewGeneration(ctx.deps, { userId: ctx.auth.user.id, ...input, test: isTest(ctx.auth) }, signal),
      ),
    ),

  generateBatch: operation({
    summary:
      'Animates up to 20 photos for a credit each, all of them or none. Returns their tasks in order. The fields apply to all. Counts as one call per photo.',
    access: { scope: 'generate' },
    admit: admitUpload,
    paid: true,
    rest: {
      id: 'generateVideos',
      tag: 'Videos',
      method: 'post',
      path: '/api/video/generate/batch',
      status: 202,
      form: { fields: batchFieldsSchema, files: appLimits.upload.maxPhotos },
      errors: [
        'no_file_selected',
        'too_many_images',
        'upload_malformed',
        'insufficient_credits',
        ...photoErrors,
        'provider_unavailable',
      ],
      output: z.object({ tasks: z.array(linkedTaskSchema) }),
      result: { tasks: [accepted] },
      respond: ({ tasks }: { tasks: Accepted[] }) => ({ tasks: tasks.map(withLinks) }),
    },
  })
    .input(batchForm)
    .output(z.object({ tasks: z.array(taskAcceptedSchema) }))
    .mutation(async ({ ctx, input, signal }) => {
      const userId = ctx.auth.user.id;
      const test = isTest(ctx.auth);
      const more = input.photos.length - 1;
      await ctx.deps.limiters.generate.add(userId, more);
      if (test) await ctx.deps.limiters.tests.add(userId, more);
      const requests = { userId, ...input, rest: [], test };
      const { storeResult } = ctx;
      return noteLostDecoder(ctx, requestGenerations(ctx.deps, requests, { signal, storeResult }));
    }),

  animateLocally: operation({
    summary:
      'Animates a photo that the video provider refused with Memori’s own animator, for the credit that was returned. Possible after `input_refused`, `output_refused`, `photo_unsuitable` or `prompt_unreadable`. The new task replaces the failed one, which counts as deleted.',
    access: { scope: 'generate' },
    limit: withTests(perAccount('generate')),
    rest: {
      id: 'animateLocally',
      tag: 'Videos',
      method: 'post',
      path: '/api/video/tasks/{taskId}/local',
      status: 202,
      errors: ['task_not_found', 'local_not_offered', 'insufficient_credits'],
      headers: ['Location'],
      output: linkedTaskSchema,
      result: accepted,
      links: { taskId: followUps },
      respond: respondAccepted,
    },
  })
    .input(taskRefSchema)
    .output(taskAcceptedSchema)
    .mutation(({ ctx, input }) =>
      animateLocally(
        ctx.deps,
        { userId: ctx.auth.user.id, ...input, test: isTest(ctx.auth) },
        ctx.storeResult,
      ),
    ),
};
