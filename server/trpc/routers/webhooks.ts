import { z } from 'zod';
import {
  createdWebhookSchema,
  deliveryRefSchema,
  deliverySchema,
  newWebhookSchema,
  rotatedWebhookSchema,
  sentSchema,
  webhookRefSchema,
  webhookSchema,
} from '../../../shared/schemas/webhooks.ts';
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  resend,
  rotateSecret,
  sendTest,
} from '../../features/webhooks/webhooks.ts';
import { personIdOf } from '../../http/caller.ts';
import { generateProcedure, readProcedure, router } from '../init.ts';

/** Every message on request may wait for a receiver that never answers. */
const sendingProcedure = generateProcedure.use(async ({ ctx, next }) => {
  await ctx.deps.limiters.webhook.take(personIdOf(ctx.auth), ctx.reportLimit);
  return next();
});

/** Webhooks notify a user's programs of events. A webhook created with a token is deleted with it. */
export const webhooksRouter = router({
  /** Only this answer contains the secret. */
  create: generateProcedure
    .input(newWebhookSchema)
    .output(createdWebhookSchema)
    .mutation(({ ctx: { deps, auth, storeAnswer }, input }) => {
      const tokenId = auth.by === 'token' ? auth.tokenId : null;
      return createWebhook(deps, { userId: auth.user.id, tokenId }, input, storeAnswer);
    }),

  list: readProcedure
    .output(z.array(webhookSchema))
    .query(({ ctx }) => listWebhooks(ctx.deps.db, ctx.auth.user.id)),

  delete: generateProcedure
    .input(webhookRefSchema)
    .output(z.object({ success: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await deleteWebhook(ctx.deps.db, ctx.auth.user.id, input.id);
      return { success: true as const };
    }),

  /** For a day, messages are signed with the former secret as well. */
  rotate: generateProcedure
    .input(webhookRefSchema)
    .output(rotatedWebhookSchema)
    .mutation(({ ctx, input }) => rotateSecret(ctx.deps.db, ctx.auth.user.id, input.id)),

  test: sendingProcedure
    .input(webhookRefSchema)
    .output(sentSchema)
    .mutation(({ ctx, input }) => sendTest(ctx.deps, ctx.auth.user.id, input.id)),

  /** The latest messages and their outcomes, newest first. */
  deliveries: readProcedure
    .input(webhookRefSchema)
    .output(z.array(deliverySchema))
    .query(({ ctx, input }) => listDeliveries(ctx.deps, ctx.auth.user.id, input.id)),

  resend: sendingProcedure
    .input(deliveryRefSchema)
    .output(sentSchema)
    .mutation(({ ctx, input }) => resend(ctx.deps, ctx.auth.user.id, input)),
});
