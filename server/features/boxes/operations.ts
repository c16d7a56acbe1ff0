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
} from '#shared/schemas/box.ts';
import { taskAcceptedSchema } from '#shared/schemas/video.ts';
import { approvePhoto, listWaiting, refusePhoto } from './review-photos.ts';
import { closeBox, listBoxes, openBox } from './boxes.ts';
import { operation } from '#server/rpc/operation.ts';

export const boxOperations = {
  list: operation({ summary: 'Lists the open boxes, newest first.', access: 'session' })
    .output(z.array(boxSchema))
    .query(({ ctx }) => listBoxes(ctx.deps.db, ctx.auth.user.id)),

  open: operation({
    summary:
      'Opens a box: anyone with its link can send photos to the user. Its secret is returned only here.',
    access: 'session',
    limit: 'own',
    recentPassword: true,
  })
    .input(newBoxSchema)
    .output(boxMadeSchema)
    .mutation(async ({ ctx: { deps, auth, language, reportLimit }, input }) => {
      await deps.limiters.frame.take(auth.user.id, reportLimit);
      return openBox(deps, { sessionId: auth.sessionId, language }, input);
    }),

  close: operation({ summary: 'Closes a box.', access: 'session' })
    .input(boxRefSchema)
    .output(boxRefSchema)
    .mutation(async ({ ctx, input }) => {
      await closeBox(ctx.deps.db, ctx.auth.user.id, input.id);
      return input;
    }),

  waiting: operation({
    summary: 'Lists the photos that wait for a decision, oldest first.',
    access: 'session',
  })
    .output(z.array(waitingPhotoSchema))
    .query(({ ctx }) => listWaiting(ctx.deps.db, ctx.auth.user.id)),

  approve: operation({
    summary: 'Makes a video of a waiting photo. Costs 1 credit.',
    access: 'session',
    limit: 'own',
  })
    .input(approveSchema)
    .output(taskAcceptedSchema)
    .mutation(async ({ ctx, input }) => {
      await ctx.deps.limiters.generate.take(ctx.auth.user.id, ctx.reportLimit);
      return approvePhoto(ctx.deps, ctx.auth.user.id, input);
    }),

  refuse: operation({ summary: 'Deletes a waiting photo.', access: 'session' })
    .input(refuseSchema)
    .output(answeredSchema)
    .mutation(async ({ ctx, input }) => {
      await refusePhoto(ctx.deps, ctx.auth.user.id, input);
      return { id: input.id };
    }),
};
