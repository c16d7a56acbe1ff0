import { z } from 'zod';
import { programLimits } from '../program-limits.ts';
import { webhookEvents } from '../webhook-events.ts';
import { code } from './code.ts';

const id = (missing: 'webhook_not_found' | 'delivery_not_found') =>
  z.string({ error: code(missing) }).regex(/^(msg_)?[a-z2-7]{32}$/, code(missing));

export const newWebhookSchema = z.object({
  /** Where the messages are posted to: an https address. */
  url: z
    .string({ error: code('invalid_webhook_url') })
    .trim()
    .max(programLimits.webhooks.maxUrlLength, code('invalid_webhook_url')),
  /** What it is told of. */
  events: z
    .array(z.enum(webhookEvents, { error: code('invalid_request') }), {
      error: code('webhook_events_required'),
    })
    .min(1, code('webhook_events_required'))
    .max(webhookEvents.length, code('invalid_request')),
});
export type NewWebhook = z.output<typeof newWebhookSchema>;

export const webhookRefSchema = z.object({ id: id('webhook_not_found') });
export const deliveryRefSchema = webhookRefSchema.extend({ deliveryId: id('delivery_not_found') });

export const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  /** These are ISO 8601 in UTC. */
  createdAt: z.string(),
  /** Since when nothing has arrived; null while it does. */
  failingSince: z.string().nullable(),
  /** Since when nothing is sent any more, because nothing arrived; null while it is. */
  disabledAt: z.string().nullable(),
});
export type WebhookInfo = z.infer<typeof webhookSchema>;

export const createdWebhookSchema = webhookSchema.extend({
  /** What messages are signed with (`whsec_…`): told this once. */
  secret: z.string(),
});
export type CreatedWebhook = z.infer<typeof createdWebhookSchema>;

export const rotatedWebhookSchema = z.object({
  id: z.string(),
  secret: z.string(),
  /** Until then messages carry signatures of the former secret too (ISO 8601). */
  formerUntil: z.string(),
});

export const sentSchema = z.object({ deliveryId: z.string() });

export const deliverySchema = z.object({
  /** The `webhook-id` that the receiver sees. */
  id: z.string(),
  event: z.string(),
  state: z.enum(['pending', 'delivered', 'failed']),
  /** The body as it is sent. */
  payload: z.string(),
  createdAt: z.string(),
  attempts: z.number().int(),
  lastAttemptAt: z.string().nullable(),
  lastStatus: z.number().int().nullable(),
  lastError: z.string().nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;
