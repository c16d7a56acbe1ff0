import { z } from 'zod';
import {
  answeredSchema,
  approveSchema,
  boxMadeSchema,
  boxRefSchema,
  boxSchema,
  newBoxSchema,
  refuseSchema,
  waitingPhotoSchema,
} from '../../../shared/schemas/box.ts';
import { taskAcceptedSchema } from '../../../shared/schemas/video.ts';
import { approvePhoto, listWaiting, refusePhoto } from '../../features/boxes/answers.ts';
import { closeBox, listBoxes, openBox } from '../../features/boxes/boxes.ts';
import { protectedProcedure, router, sessionProcedure, withRecentPassword } from '../init.ts';

export const boxRouter = router({
  /** The open boxes, newest first. */
  list: protectedProcedure
    .output(z.array(boxSchema))
    .query(({ ctx }) => listBoxes(ctx.deps.db, ctx.auth.user.id)),

  /** Opens a box: anyone with its link can send photos to the user. Its secret is returned only here. */
  open: sessionProcedure
    .use(withRecentPassword)
    .input(newBoxSchema)
    .output(boxMadeSchema)
    .mutation(async ({ ctx: { deps, auth, language, reportLimit }, input }) => {
      await deps.limiters.frame.take(auth.user.id, reportLimit);
      return openBox(deps, { sessionId: auth.sessionId, language }, input);
    }),

  close: protectedProcedure
    .input(boxRefSchema)
    .output(boxRefSchema)
    .mutation(async ({ ctx, input }) => {
      await closeBox(ctx.deps.db, ctx.auth.user.id, input.id);
      return input;
    }),

  /** The photos that wait for an answer, oldest first. */
  waiting: protectedProcedure
    .output(z.array(waitingPhotoSchema))
    .query(({ ctx }) => listWaiting(ctx.deps.db, ctx.auth.user.id)),

  /** Makes a video of a waiting photo. Costs 1 credit. */
  approve: protectedProcedure
    .input(approveSchema)
    .output(taskAcceptedSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.deps.limiters.generate.take(ctx.auth.user.id, ctx.reportLimit);
      return approvePhoto(ctx.deps, ctx.auth.user.id, input);
    }),

  /** Deletes a waiting photo. */
  refuse: protectedProcedure
    .input(refuseSchema)
    .output(answeredSchema)
    .mutation(async ({ ctx, input }) => {
      await refusePhoto(ctx.deps, ctx.auth.user.id, input);
      return { id: input.id };
    }),
});
