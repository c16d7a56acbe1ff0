import { tracked } from '@trpc/server';
import { z } from 'zod';
import type { ErrorCode } from '../../../shared/errors.ts';
import {
  canceledTaskSchema,
  deletedSchema,
  listTasksSchema,
  moveSchema,
  movementsSchema,
  renameSchema,
  taskAcceptedSchema,
  taskProgressSchema,
  taskRefSchema,
  videoTaskSchema,
} from '../../../shared/schemas/video.ts';
import { videoPreviewSchema } from '../../../shared/schemas/video-preview.ts';
import { animateLocally } from '../../features/generation/animate-locally.ts';
import { cancelTask } from '../../features/generation/cancel.ts';
import { hasConsented } from '../../features/generation/consent.ts';
import { type GenerateForm, readBatchForm, readVideoForm } from '../../features/generation/form.ts';
import { chooseMovement, listMovements } from '../../features/generation/movements.ts';
import { previewGeneration } from '../../features/generation/preview.ts';
import { deletePhoto } from '../../features/generation/photo-retention.ts';
import { renameTask } from '../../features/generation/rename.ts';
import { requestGeneration, requestGenerations } from '../../features/generation/request.ts';
import {
  deleteTask,
  getDownload,
  getProgress,
  getTask,
  listTasks,
  restoreTask,
} from '../../features/generation/tasks.ts';
import { isTest, personIdOf } from '../../http/caller.ts';
import { watchProgress } from '../../features/generation/watch.ts';
import { LostProcessError } from '../../platform/child-process/pool.ts';
import { logSecurityEvent } from '../../platform/security-log.ts';
import { admitPreview, admitUpload } from '../admission.ts';
import {
  generateProcedure,
  manageProcedure,
  idempotent,
  protectedProcedure,
  readProcedure,
  router,
  signedInProcedure,
} from '../init.ts';
import { openStream } from '../streams.ts';

const isForm = (value: unknown) => value instanceof FormData;
const generateForm = z
  .custom<GenerateForm>(isForm, 'invalid_request' satisfies ErrorCode)
  .transform(readVideoForm);
const batchForm = z.custom<FormData>(isForm, 'invalid_request' satisfies ErrorCode).transform(readBatchForm);

/** For uploads by people and by tokens with the scope; the body is read only after admission. */
const photoProcedure = (admit: typeof admitUpload) =>
  signedInProcedure
    .meta({ scope: 'generate' })
    .use(async ({ ctx, next }) => {
      await admit(ctx);
      return next();
    })
    .use(idempotent)
    .use(async ({ ctx, next }) => {
      const result = await next();
      const cause = result.ok ? undefined : result.error.cause?.cause;
      if (cause instanceof LostProcessError)
        logSecurityEvent(ctx.deps.logger, 'photo_decoder_lost', {
          userId: ctx.auth.user.id,
          reason: cause.reason,
        });
      return result;
    });

const uploadProcedure = photoProcedure(admitUpload);
const previewProcedure = photoProcedure(admitPreview);

export const videoRouter = router({
  /**
   * Takes a FormData with `image`, or `imageUrl` instead, and optionally the text fields of `generateFieldsSchema`.
   * Costs 1 credit.
   */
  generate: uploadProcedure
    .input(generateForm)
    .output(taskAcceptedSchema)
    .mutation(({ ctx, input, signal }) =>
      requestGeneration(
        ctx.deps,
        { userId: ctx.auth.user.id, ...input, test: isTest(ctx.auth) },
        { signal, storeAnswer: ctx.storeAnswer },
      ),
    ),

  /** Takes the same form, and tells what would happen in the video. Costs nothing and keeps nothing. */
  preview: previewProcedure
    .input(generateForm)
    .output(videoPreviewSchema)
    .mutation(({ ctx, input, signal }) =>
      previewGeneration(ctx.deps, { userId: ctx.auth.user.id, ...input, test: isTest(ctx.auth) }, signal),
    ),

  /**
   * Takes a FormData with up to 20 `image` files and text fields that apply to all. Costs 1 credit each; all are
   * accepted or none. Large ones must use REST: a tRPC request is at most 100 kB.
   */
  generateBatch: uploadProcedure
    .input(batchForm)
    .output(z.object({ tasks: z.array(taskAcceptedSchema) }))
    .mutation(async ({ ctx, input, signal }) => {
      const userId = ctx.auth.user.id;
      const test = isTest(ctx.auth);
      const more = input.photos.length - 1;
      await ctx.deps.limiters.generate.add(userId, more);
      if (test) await ctx.deps.limiters.tests.add(userId, more);
      return requestGenerations(
        ctx.deps,
        { userId, ...input, rest: [], test },
        { signal, storeAnswer: ctx.storeAnswer },
      );
    }),

  /** Whether the user has confirmed the right to use their uploads, so that they need not be asked again. */
  consent: protectedProcedure
    .output(z.object({ accepted: z.boolean() }))
    .query(async ({ ctx }) => ({ accepted: await hasConsented(ctx.deps.db, ctx.auth.user.id) })),

  status: readProcedure
    .input(taskRefSchema)
    .output(taskProgressSchema)
    .query(({ ctx, input }) => getProgress(ctx.deps.db, ctx.auth.user.id, input.taskId)),

  /** Like `status`, sent immediately and at every change, until the task has ended. */
  watch: readProcedure.input(taskRefSchema).subscription(async function* ({ ctx, input, signal }) {
    using stream = openStream(ctx, signal);
    for await (const progress of watchProgress(ctx.deps, ctx.auth.user.id, input.taskId, stream.signal)) {
      yield tracked(`${progress.status}:${progress.progress}`, progress);
    }
  }),

  download: readProcedure
    .input(taskRefSchema)
    .query(({ ctx, input }) =>
      getDownload(ctx.deps.db, { userId: ctx.auth.user.id, by: ctx.auth.by }, input.taskId),
    ),

  /** The movements available for a finished video: those already made, and those that can be requested. */
  movements: readProcedure
    .input(taskRefSchema)
    .output(movementsSchema)
    .query(({ ctx, input }) => listMovements(ctx.deps, ctx.auth.user.id, input.taskId)),

  /** Shows a video with another movement, making it first if necessary. Costs no credit. */
  move: generateProcedure
    .use(async ({ ctx, next }) => {
      const { limiters } = ctx.deps;
      await limiters.movement.take(personIdOf(ctx.auth), ctx.reportLimit);
      if (isTest(ctx.auth)) await limiters.tests.take(ctx.auth.user.id, ctx.reportLimit);
      return next();
    })
    .input(moveSchema)
    .output(movementsSchema)
    .mutation(({ ctx, input }) => chooseMovement(ctx.deps, ctx.auth.user.id, input)),

  task: readProcedure
    .input(taskRefSchema)
    .output(videoTaskSchema)
    .query(({ ctx, input }) => getTask(ctx.deps.db, ctx.auth.user.id, input.taskId)),

  /** Cancels a task that has not started; its credit is refunded. */
  cancel: generateProcedure
    .input(taskRefSchema)
    .output(canceledTaskSchema)
    .mutation(({ ctx, input }) => cancelTask(ctx.deps, ctx.auth.user.id, input.taskId)),

  /**
   * Has a photo that a hosted service refused animated by the local animator, with the credit that came back. The new
   * task takes the place of the refused one, which counts as deleted.
   */
  animateLocally: generateProcedure
    .use(async ({ ctx, next }) => {
      const { limiters } = ctx.deps;
      await limiters.generate.take(ctx.auth.user.id, ctx.reportLimit);
      if (isTest(ctx.auth)) await limiters.tests.take(ctx.auth.user.id, ctx.reportLimit);
      return next();
    })
    .input(taskRefSchema)
    .output(taskAcceptedSchema)
    .mutation(({ ctx, input }) =>
      animateLocally(
        ctx.deps,
        { userId: ctx.auth.user.id, ...input, test: isTest(ctx.auth) },
        ctx.storeAnswer,
      ),
    ),

  /** Without canceled ones. */
  tasks: readProcedure
    .input(listTasksSchema.optional())
    .query(({ ctx, input }) => listTasks(ctx.deps.db, ctx.auth.user.id, input ?? {})),

  /** Renames a video or removes its name; links to it stay valid. */
  rename: generateProcedure
    .input(renameSchema)
    .output(videoTaskSchema)
    .mutation(({ ctx, input }) => renameTask(ctx.deps.db, ctx.auth.user.id, input)),

  /** Deletes the uploaded photo of an ended task; the video stays. */
  deletePhoto: manageProcedure
    .input(taskRefSchema)
    .output(videoTaskSchema)
    .mutation(({ ctx, input }) => deletePhoto(ctx.deps, ctx.auth.user.id, input.taskId)),

  /** Hides an ended task and its video; `restore` undoes that for a limited time. No credit is refunded. */
  delete: manageProcedure
    .input(taskRefSchema)
    .output(deletedSchema)
    .mutation(({ ctx, input }) => deleteTask(ctx.deps.db, ctx.auth.user.id, input.taskId)),

  restore: manageProcedure
    .input(taskRefSchema)
    .output(videoTaskSchema)
    .mutation(({ ctx, input }) => restoreTask(ctx.deps.db, ctx.auth.user.id, input.taskId)),
});
