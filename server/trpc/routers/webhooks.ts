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
import { type Caller, credentialIdOf, ownerOf, personIdOf, requireScope } from '../../http/caller.ts';
import type { Context } from '../context.ts';
import { generateProcedure, readProcedure, router, withRecentPassword } from '../init.ts';

/** Every message on request may wait for a receiver that never answers. */
const sendingProcedure = generateProcedure.use(async ({ ctx, next }) => {
  await ctx.deps.limiters.webhook.take(personIdOf(ctx.auth), ctx.reportLimit);
  return next();
});

const makerOf = ({ auth, language }: Context & { auth: Caller }) => ({
  ...ownerOf(auth),
  credentialId: credentialIdOf(auth),
  language,
});

/**
 * Webhooks notify a user's programs of events. A token manages only those that it created, which are deleted with it.
 */
export const webhooksRouter = router({
  /** Only this answer contains the secret. A token needs the scope `read` as well. */
  create: generateProcedure
    .use(withRecentPassword)
    .input(newWebhookSchema)
    .output(createdWebhookSchema)
    .mutation(({ ctx, input }) => {
      // Its messages tell of every video, album and credit of the account.
      requireScope(ctx.auth, 'read');
      return createWebhook(ctx.deps, makerOf(ctx), input, ctx.storeAnswer);
    }),

  list: readProcedure
    .output(z.array(webhookSchema))
    .query(({ ctx }) => listWebhooks(ctx.deps.db, ownerOf(ctx.auth))),

  delete: generateProcedure
    .input(webhookRefSchema)
    .output(z.object({ success: z.literal(true) }))
    .mutation(async ({ ctx, input }) => {
      await deleteWebhook(ctx.deps.db, ownerOf(ctx.auth), input.id);
      return { success: true as const };
    }),

  /** For a day, messages are signed with the former secret as well. */
  rotate: generateProcedure
    .use(withRecentPassword)
    .input(webhookRefSchema)
    .output(rotatedWebhookSchema)
    .mutation(({ ctx, input }) => rotateSecret(ctx.deps, makerOf(ctx), input.id, ctx.storeAnswer)),

  test: sendingProcedure
    .input(webhookRefSchema)
    .output(sentSchema)
    .mutation(({ ctx, input }) => sendTest(ctx.deps, ownerOf(ctx.auth), input.id)),

  /** The latest messages and their outcomes, newest first. */
  deliveries: readProcedure
    .input(webhookRefSchema)
    .output(z.array(deliverySchema))
    .query(({ ctx, input }) => listDeliveries(ctx.deps, ownerOf(ctx.auth), input.id)),

  resend: sendingProcedure
    .input(deliveryRefSchema)
    .output(sentSchema)
    .mutation(({ ctx, input }) => resend(ctx.deps, ownerOf(ctx.auth), input)),
});
