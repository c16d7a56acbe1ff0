import { z } from 'zod';
import { errorCatalogue, type ErrorCode } from '../errors.ts';
import { albumLife, taskLife } from '../status.ts';
import type { testEvent, WebhookEvent } from '../webhook-events.ts';
import { ownAbsoluteUrl } from './own-url.ts';

const code = z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]);
const test = z.literal(true).optional();
const films = { downloadUrl: ownAbsoluteUrl() };

/** The content of a message's `data`, by its `type`. */
export const webhookDataSchemas = {
  'video.succeeded': z.object({
    ...{
      taskId: z.string(),
      status: z.literal(taskLife.succeeded),
      ...films,
      thumbnailUrl: ownAbsoluteUrl(),
      test,
    },
  }),
  'video.failed': z.object({
    taskId: z.string(),
    status: z.literal(taskLife.failed),
    code,
    error: z.string(),
    test,
  }),
  'album.completed': z.object({
    mergeId: z.string(),
    status: z.literal(albumLife.succeeded),
    ...films,
    outputUrl: ownAbsoluteUrl(),
    posterUrl: ownAbsoluteUrl(),
    test,
  }),
  'album.failed': z.object({
    mergeId: z.string(),
    status: z.literal(albumLife.failed),
    code,
    error: z.string(),
    test,
  }),
  'credits.low': z.object({ credits: z.int(), threshold: z.int() }),
  'webhook.test': z.object({ webhookId: z.string(), test }),
} as const satisfies Record<WebhookEvent | typeof testEvent, z.ZodType>;

type Data = typeof webhookDataSchemas;

/** A message as it is received; `timestamp` is ISO 8601 in UTC. */
export type WebhookMessage = {
  [Type in keyof Data]: { type: Type; timestamp: string; data: z.infer<Data[Type]> };
}[keyof Data];
