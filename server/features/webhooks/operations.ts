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
} from '#shared/schemas/webhooks.ts';
import { type Caller, credentialIdOf, ownerOf, requireScope } from '#server/rpc/caller.ts';
import type { Context } from '#server/rpc/context.ts';
import { exampleIds } from '#server/rpc/example-ids.ts';
import { perPerson } from '#server/rpc/limits.ts';
import { operation, success, successSchema } from '#server/rpc/operation.ts';
import {
  createWebhook,
  deleteWebhook,
  listDeliveries,
  listWebhooks,
  resend,
  rotateSecret,
  sendTest,
} from './webhooks.ts';

const makerOf = ({ auth, language }: Context & { auth: Caller }) => ({
  ...ownerOf(auth),
  credentialId: credentialIdOf(auth),
  language,
});

const webhook: z.output<typeof webhookSchema> = {
  id: exampleIds.webhookId,
  url: 'https://example.com/memori',
  events: ['video.succeeded', 'video.failed'],
  createdAt: '2026-11-22T09:30:00.000Z',
  failingSince: null,
  disabledAt: null,
};
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/**
 * Webhooks notify a user's programs of events. A token manages only those that it created, which are deleted with it.
 */
export const webhookOperations = {
  create: operation({
    summary:
      'Creates a webhook: events are posted to an https URL, signed according to Standard Webhooks. The secret is returned only here. A token also needs the scope `read`, because messages contain all videos, albums and credits. A webhook created with a token is deleted when the token is revoked, and receives nothing once the token has expired. In a session, the password must have been given within the last ten minutes.',
    access: { scope: 'generate' },
    recentPassword: true,
    rest: {
      id: 'createWebhook',
      tag: 'Webhooks',
      method: 'post',
      path: '/api/webhooks',
      status: 201,
      errors: [
        'invalid_webhook_url',
        'webhook_events_required',
        'invalid_request',
        'password_needed',
        'too_many_webhooks',
      ],
      example: { url: 'https://example.com/memori', events: ['video.succeeded', 'video.failed'] },
      result: { ...webhook, secret },
      links: { id: ['testWebhook', 'rotateWebhookSecret', 'listDeliveries', 'deleteWebhook'] },
    },
  })
    .input(newWebhookSchema)
    .output(createdWebhookSchema)
    .mutation(({ ctx, input }) => {
      // Its messages tell of every video, album and credit of the account.
      requireScope(ctx.auth, 'read');
      return createWebhook(ctx.deps, makerOf(ctx), input, ctx.storeResult);
    }),

  list: operation({
    summary:
      'Lists the webhooks of the account, newest first, without their secrets. A token sees and manages only those that it created.',
    access: { scope: 'read' },
    rest: {
      id: 'listWebhooks',
      tag: 'Webhooks',
      method: 'get',
      path: '/api/webhooks',
      errors: [],
      result: [webhook],
    },
  })
    .output(z.array(webhookSchema))
    .query(({ ctx }) => listWebhooks(ctx.deps.db, ownerOf(ctx.auth))),

  delete: operation({
    summary: 'Deletes a webhook. Nothing more is sent there, including messages that are waiting.',
    access: { scope: 'generate' },
    rest: {
      id: 'deleteWebhook',
      tag: 'Webhooks',
      method: 'delete',
      path: '/api/webhooks/{id}',
      errors: ['webhook_not_found'],
      result: success,
    },
  })
    .input(webhookRefSchema)
    .output(successSchema)
    .mutation(async ({ ctx, input }) => {
      await deleteWebhook(ctx.deps.db, ownerOf(ctx.auth), input.id);
      return success;
    }),

  rotate: operation({
    summary:
      'Gives a webhook a new secret. For 24 hours, messages are signed with the former secret as well.',
    access: { scope: 'generate' },
    recentPassword: true,
    rest: {
      id: 'rotateWebhookSecret',
      tag: 'Webhooks',
      method: 'post',
      path: '/api/webhooks/{id}/rotate',
      errors: ['password_needed', 'webhook_not_found'],
      result: { id: exampleIds.webhookId, secret, formerUntil: '2026-11-23T09:30:00.000Z' },
    },
  })
    .input(webhookRefSchema)
    .output(rotatedWebhookSchema)
    .mutation(({ ctx, input }) => rotateSecret(ctx.deps, makerOf(ctx), input.id, ctx.storeResult)),

  test: operation({
    summary: 'Sends the event `webhook.test`. Its delivery enables a disabled webhook again.',
    access: { scope: 'generate' },
    // Every message on request may wait for a receiver that never answers.
    limit: perPerson('webhook'),
    rest: {
      id: 'testWebhook',
      tag: 'Webhooks',
      method: 'post',
      path: '/api/webhooks/{id}/test',
      status: 202,
      errors: ['webhook_not_found', 'too_many_requests'],
      result: { deliveryId: exampleIds.deliveryId },
    },
  })
    .input(webhookRefSchema)
    .output(sentSchema)
    .mutation(({ ctx, input }) => sendTest(ctx.deps, ownerOf(ctx.auth), input.id)),

  deliveries: operation({
    summary: 'Lists the latest 50 messages of the last 30 days with their outcomes, newest first.',
    access: { scope: 'read' },
    rest: {
      id: 'listDeliveries',
      tag: 'Webhooks',
      method: 'get',
      path: '/api/webhooks/{id}/deliveries',
      errors: ['webhook_not_found'],
      result: [
        {
          id: exampleIds.deliveryId,
          event: 'webhook.test',
          state: 'delivered',
          attempts: 1,
          payload: `{"type":"webhook.test","timestamp":"2026-11-22T09:30:00.000Z","data":{"webhookId":"${exampleIds.webhookId}"}}`,
          createdAt: '2026-11-22T09:30:00.000Z',
          lastAttemptAt: '2026-11-22T09:30:01.000Z',
          lastStatus: 204,
          lastError: null,
        },
      ],
    },
  })
    .input(webhookRefSchema)
    .output(z.array(deliverySchema))
    .query(({ ctx, input }) => listDeliveries(ctx.deps, ownerOf(ctx.auth), input.id)),

  resend: operation({
    summary: 'Sends a message again, with the same `webhook-id`.',
    access: { scope: 'generate' },
    limit: perPerson('webhook'),
    rest: {
      id: 'resendDelivery',
      tag: 'Webhooks',
      method: 'post',
      path: '/api/webhooks/{id}/deliveries/{deliveryId}/resend',
      status: 202,
      errors: ['webhook_not_found', 'delivery_not_found', 'too_many_requests'],
      result: { deliveryId: exampleIds.deliveryId },
    },
  })
    .input(deliveryRefSchema)
    .output(sentSchema)
    .mutation(({ ctx, input }) => resend(ctx.deps, ownerOf(ctx.auth), input)),
};
