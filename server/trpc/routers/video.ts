import { tracked } from '@trpc/server';
import { z } from 'zod';
import type { ErrorCode } from '../../../shared/errors.ts';
import {
  canceledTaskSchema,
  deletedSchema,
  generateFieldsSchema,
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
import { type GenerateForm, readGenerateForm } from '../../features/generation/form.ts';
import { chooseMovement, listMovements } from '../../features/generation/movements.ts';
import { deletePhoto } from '../../features/generation/photo-retention.ts';
import { renameTask } from '../../features/generation/rename.ts';
import { requestGeneration } from '../../features/generation/request.ts';
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
import { AppError } from '../../platform/errors.ts';
import { LostProcessError } from '../../platform/process-pool.ts';
import { logSecurityEvent } from '../../platform/security-log.ts';
import { admitUpload } from '../admission.ts';
import { generateProcedure, idempotent, readProcedure, router, signedInProcedure } from '../init.ts';
import { openStream } from '../streams.ts';

const generateForm = z
  .custom<GenerateForm>((value) => value instanceof FormData, 'invalid_request' satisfies ErrorCode)
  .transform((form) => readGenerateForm(form, generateFieldsSchema));

export const videoRouter = router({
  /** Takes a FormData with `image` and, if wanted, `prompt`, `duration`, `resolution`. Costs 1 credit. */
  generate: signedInProcedure
    .meta({ scope: 'generate' })
    .use(async ({ ctx, next }) => {
      await admitUpload(ctx);
      return next();
    })
    // Only now is the body read.
    .use(idempotent)
    .input(generateForm)
    .output(taskAcceptedSchema)
    .mutation(({ ctx, input, signal }) => {
      const userId = ctx.auth.user.id;
      return requestGeneration(
        ctx.deps,
        { userId, ...input, test: isTest(ctx.auth) },
        { signal, remember: ctx.remember },
      ).catch((error: unknown) => {
        const lost =
          error instanceof AppError && error.cause instanceof LostProcessError ? error.cause : null;
        if (lost) logSecurityEvent(ctx.deps.logger, 'photo_decoder_lost', { userId, reason: lost.reason });
        throw error;
      });
    }),

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
