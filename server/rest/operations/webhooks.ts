import { z } from 'zod';
import {
  createdWebhookSchema,
  deliverySchema,
  type NewWebhook,
  newWebhookSchema,
  rotatedWebhookSchema,
  sentSchema,
  webhookSchema,
} from '../../../shared/schemas/webhooks.ts';
import { exampleIds } from '../document/example-ids.ts';
import { type Call, json, type Operation, output } from './operation.ts';

const ref = ({ req }: Call) => ({ id: String(req.params['id']) });

const webhook: z.output<typeof webhookSchema> = {
  ...{
    id: exampleIds.webhookId,
    url: 'https://example.com/memori',
    events: ['video.succeeded', 'video.failed'],
  },
  ...{ createdAt: '2026-11-22T09:30:00.000Z', failingSince: null, disabledAt: null },
};
const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

export const webhookOperations: readonly Operation[] = [
  {
    id: 'createWebhook',
    tag: 'Webhooks',
    method: 'post',
    path: '/api/webhooks',
    summary:
      'Has events posted to an https address, signed as Standard Webhooks says. The secret is in this answer and in no other. A token needs the scope read as well, because the messages tell of all videos, albums and credits. A webhook that is made with a token goes when that is revoked, and gets no more messages once it has expired. In a session, the password must have been given within ten minutes.',
    signedIn: true,
    scope: 'generate',
    body: json(newWebhookSchema, {
      url: 'https://example.com/memori',
      events: ['video.succeeded', 'video.failed'],
    }),
    status: 201,
    answer: output(createdWebhookSchema, { ...webhook, secret }),
    links: { id: ['testWebhook', 'rotateWebhookSecret', 'listDeliveries', 'deleteWebhook'] },
    errors: [
      'invalid_webhook_url',
      'webhook_events_required',
      'invalid_request',
      'password_needed',
      'too_many_webhooks',
    ],
    handle: ({ caller, req }) => caller.webhooks.create(req.body as NewWebhook),
  },
  {
    id: 'listWebhooks',
    tag: 'Webhooks',
    method: 'get',
    path: '/api/webhooks',
    summary:
      'The webhooks of the account, the newest first, without their secrets. A token sees and manages only those that it made.',
    signedIn: true,
    scope: 'read',
    status: 200,
    answer: output(z.array(webhookSchema), [webhook]),
    errors: [],
    handle: ({ caller }) => caller.webhooks.list(),
  },
  {
    id: 'deleteWebhook',
    tag: 'Webhooks',
    method: 'delete',
    path: '/api/webhooks/{id}',
    summary: 'Deletes a webhook: nothing more is sent there, what is on its way included.',
    signedIn: true,
    scope: 'generate',
    status: 200,
    answer: output(z.object({ success: z.literal(true) }), { success: true }),
    errors: ['webhook_not_found'],
    handle: (call) => call.caller.webhooks.delete(ref(call)),
  },
  {
    id: 'testWebhook',
    tag: 'Webhooks',
    method: 'post',
    path: '/api/webhooks/{id}/test',
    summary: 'Sends the event webhook.test. One that arrives enables a disabled webhook again.',
    signedIn: true,
    scope: 'generate',
    status: 202,
    answer: output(sentSchema, { deliveryId: exampleIds.deliveryId }),
    errors: ['webhook_not_found', 'too_many_requests'],
    handle: (call) => call.caller.webhooks.test(ref(call)),
  },
  {
    id: 'rotateWebhookSecret',
    tag: 'Webhooks',
    method: 'post',
    path: '/api/webhooks/{id}/rotate',
    summary: 'Gives a webhook a new secret. For 24 hours messages carry signatures of both.',
    signedIn: true,
    scope: 'generate',
    status: 200,
    answer: output(rotatedWebhookSchema, {
      ...{ id: exampleIds.webhookId, secret, formerUntil: '2026-11-23T09:30:00.000Z' },
    }),
    errors: ['password_needed', 'webhook_not_found'],
    handle: (call) => call.caller.webhooks.rotate(ref(call)),
  },
  {
    id: 'listDeliveries',
    tag: 'Webhooks',
    method: 'get',
    path: '/api/webhooks/{id}/deliveries',
    summary: 'The latest 50 messages of the last 30 days, the newest first, and what came of them.',
    signedIn: true,
    scope: 'read',
    status: 200,
    answer: output(z.array(deliverySchema), [
      {
        ...{ id: exampleIds.deliveryId, event: 'webhook.test', state: 'delivered', attempts: 1 },
        payload: `{"type":"webhook.test","timestamp":"2026-11-22T09:30:00.000Z","data":{"webhookId":"${exampleIds.webhookId}"}}`,
        createdAt: '2026-11-22T09:30:00.000Z',
        ...{ lastAttemptAt: '2026-11-22T09:30:01.000Z', lastStatus: 204, lastError: null },
      },
    ]),
    errors: ['webhook_not_found'],
    handle: (call) => call.caller.webhooks.deliveries(ref(call)),
  },
  {
    id: 'resendDelivery',
    tag: 'Webhooks',
    method: 'post',
    path: '/api/webhooks/{id}/deliveries/{deliveryId}/resend',
    summary: 'Sends a message again, with the same webhook-id.',
    signedIn: true,
    scope: 'generate',
    status: 202,
    answer: output(sentSchema, { deliveryId: exampleIds.deliveryId }),
    errors: ['webhook_not_found', 'delivery_not_found', 'too_many_requests'],
    handle: (call) =>
      call.caller.webhooks.resend({ ...ref(call), deliveryId: String(call.req.params['deliveryId']) }),
  },
];
