import { z } from 'zod';
import { programLimits } from '../program-limits.ts';
import { webhookEvents } from '../webhook-events.ts';
import { code } from './code.ts';

const id = (missing: 'webhook_not_found' | 'delivery_not_found') =>
  z.string({ error: code(missing) }).regex(/^(msg_)?[a-z2-7]{32}$/, code(missing));

export const newWebhookSchema = z.object({
  url: z
    .string({ error: code('invalid_webhook_url') })
    .trim()
    .max(programLimits.webhooks.maxUrlLength, code('invalid_webhook_url'))
    .regex(/^\P{Cc}*$/u, code('invalid_webhook_url'))
    .describe('The https URL that messages are posted to.'),
  events: z
    .array(z.enum(webhookEvents, { error: code('invalid_request') }), {
      error: code('webhook_events_required'),
    })
    .min(1, code('webhook_events_required'))
    .max(webhookEvents.length, code('invalid_request'))
    .describe('Events that are sent.'),
});
export type NewWebhook = z.output<typeof newWebhookSchema>;

export const webhookRefSchema = z.object({ id: id('webhook_not_found') });
export const deliveryRefSchema = webhookRefSchema.extend({ deliveryId: id('delivery_not_found') });

export const webhookSchema = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(webhookEvents)),
  createdAt: z.string().describe('ISO 8601 in UTC.'),
  failingSince: z.string().nullable().describe('When deliveries began to fail; null while they succeed.'),
  disabledAt: z
    .string()
    .nullable()
    .describe('When it was disabled because deliveries kept failing; null while enabled.'),
});
export type WebhookInfo = z.infer<typeof webhookSchema>;

export const createdWebhookSchema = webhookSchema.extend({
  secret: z.string().describe('The secret that signs messages (`whsec_…`). Returned only once.'),
});
export type CreatedWebhook = z.infer<typeof createdWebhookSchema>;

export const rotatedWebhookSchema = z.object({
  id: z.string(),
  secret: z.string(),
  formerUntil: z
    .string()
    .describe('Until when messages are signed with the former secret as well (ISO 8601).'),
});

export const sentSchema = z.object({ deliveryId: z.string() });

export const deliverySchema = z.object({
  id: z.string().describe('The `webhook-id` header of the message.'),
  event: z.string(),
  state: z.enum(['pending', 'delivered', 'failed']),
  payload: z.string().describe('The body that is sent.'),
  createdAt: z.string(),
  attempts: z.number().int(),
  lastAttemptAt: z.string().nullable(),
  lastStatus: z.number().int().nullable(),
  lastError: z.string().nullable(),
});
export type Delivery = z.infer<typeof deliverySchema>;
