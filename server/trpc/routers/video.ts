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
import { cancelTask } from '../../features/generation/cancel.ts';
import { hasConsented } from '../../features/generation/consent.ts';
import { type GenerateForm, readBatchForm, readVideoForm } from '../../features/generation/form.ts';
import { chooseMovement, listMovements } from '../../features/generation/movements.ts';
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
import { isTest } from '../../http/caller.ts';
import { watchProgress } from '../../features/generation/watch.ts';
import { LostProcessError } from '../../platform/process-pool.ts';
import { logSecurityEvent } from '../../platform/security-log.ts';
import { admitUpload } from '../admission.ts';
import {
  generateProcedure,
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

/** Takes what people and programs with the scope send, its body read only once they are admitted. */
const uploadProcedure = signedInProcedure
  .meta({ scope: 'generate' })
  .use(async ({ ctx, next }) => {
    await admitUpload(ctx);
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

export const videoRouter = router({
  /**
   * Takes a FormData with `image`, or `imageUrl` in its place, and, if wanted, the text fields of `generateFieldsSchema`.
   * Costs 1 credit.
   */
  generate: uploadProcedure
    .input(generateForm)
    .output(taskAcceptedSchema)
    .mutation(({ ctx, input, signal }) =>
      requestGeneration(
        ctx.deps,
        { userId: ctx.auth.user.id, ...input, test: isTest(ctx.auth) },
        { signal, remember: ctx.remember },
      ),
    ),

  /**
   * Takes a FormData with up to 20 times `image` and text fields that hold for all. Costs 1 credit each; all are accepted or
   * none. Large ones come through REST: a tRPC request is at most 100 kB.
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
      return requestGenerations(ctx.deps, { userId, ...input, test }, { signal, remember: ctx.remember });
    }),

  /** Whether the user has confirmed that they may use what they upload: then nobody has to say it again. */
  consent: protectedProcedure
    .output(z.object({ accepted: z.boolean() }))
    .query(async ({ ctx }) => ({ accepted: await hasConsented(ctx.deps.db, ctx.auth.user.id) })),

  status: readProcedure
    .input(taskRefSchema)
    .output(taskProgressSchema)
    .query(({ ctx, input }) => getProgress(ctx.deps.db, ctx.auth.user.id, input.taskId)),

  /** The same as `status`, at once and at every change, until the task has ended. */
  watch: readProcedure.input(taskRefSchema).subscription(async function* ({ ctx, input, signal }) {
    using stream = openStream(ctx, signal);
    for await (const progress of watchProgress(ctx.deps, ctx.auth.user.id, input.taskId, stream.signal)) {
      yield tracked(`${progress.status}:${progress.progress}`, progress);
    }
  }),

  download: readProcedure
    .input(taskRefSchema)
    .query(({ ctx, input }) => getDownload(ctx.deps.db, ctx.auth.user.id, input.taskId)),

  /** The movements that a finished video can have: those that are there, and those that can be asked for. */
  movements: readProcedure
    .input(taskRefSchema)
    .output(movementsSchema)
    .query(({ ctx, input }) => listMovements(ctx.deps, ctx.auth.user.id, input.taskId)),

  /** Shows a video with another movement, which is made first where it has to be. Costs no credit. */
  move: generateProcedure
    .input(moveSchema)
    .output(movementsSchema)
    .mutation(({ ctx, input }) => chooseMovement(ctx.deps, ctx.auth.user.id, input)),

  task: readProcedure
    .input(taskRefSchema)
    .output(videoTaskSchema)
    .query(({ ctx, input }) => getTask(ctx.deps.db, ctx.auth.user.id, input.taskId)),

  /** Ends a task that has not begun; its credit comes back. */
  cancel: generateProcedure
    .input(taskRefSchema)
    .output(canceledTaskSchema)
    .mutation(({ ctx, input }) => cancelTask(ctx.deps, ctx.auth.user.id, input.taskId)),

  /** Without those that were canceled. */
  tasks: readProcedure
    .input(listTasksSchema.optional())
    .query(({ ctx, input }) => listTasks(ctx.deps.db, ctx.auth.user.id, input ?? {})),

  /** Gives a video another name, or none; links to it stay as they are. */
  rename: generateProcedure
    .input(renameSchema)
    .output(videoTaskSchema)
    .mutation(({ ctx, input }) => renameTask(ctx.deps.db, ctx.auth.user.id, input)),

  /** Deletes the uploaded photo of an ended task at once; the video stays. */
  deletePhoto: generateProcedure
    .input(taskRefSchema)
    .output(videoTaskSchema)
    .mutation(({ ctx, input }) => deletePhoto(ctx.deps, ctx.auth.user.id, input.taskId)),

  /** Hides an ended task and its video at once; `restore` undoes that for a while. No credit comes back. */
  delete: generateProcedure
    .input(taskRefSchema)
    .output(deletedSchema)
    .mutation(({ ctx, input }) => deleteTask(ctx.deps.db, ctx.auth.user.id, input.taskId)),

  restore: generateProcedure
    .input(taskRefSchema)
    .output(videoTaskSchema)
    .mutation(({ ctx, input }) => restoreTask(ctx.deps.db, ctx.auth.user.id, input.taskId)),
});
