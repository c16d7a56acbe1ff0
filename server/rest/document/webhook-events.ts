import { z } from 'zod';
import { errorCatalogue, type ErrorCode } from '../../../shared/errors.ts';
import { albumLife, taskLife } from '../../../shared/status.ts';
import type { testEvent, WebhookEvent } from '../../../shared/webhook-events.ts';
import { schemaOf } from '../operations/operation.ts';

const code = z.enum(Object.keys(errorCatalogue) as [ErrorCode, ...ErrorCode[]]);
const test = z.literal(true).optional();
const films = { downloadUrl: z.url() };

const dataOf = {
  'video.succeeded': z.object({
    ...{ taskId: z.string(), status: z.literal(taskLife.succeeded), ...films, thumbnailUrl: z.url(), test },
  }),
  'video.failed': z.object({
    ...{ taskId: z.string(), status: z.literal(taskLife.failed), code, error: z.string(), test },
  }),
  'album.completed': z.object({
    ...{ mergeId: z.string(), status: z.literal(albumLife.succeeded), ...films },
    ...{ outputUrl: z.url(), posterUrl: z.url(), test },
  }),
  'album.failed': z.object({
    ...{ mergeId: z.string(), status: z.literal(albumLife.failed), code, error: z.string(), test },
  }),
  'credits.low': z.object({ credits: z.int(), threshold: z.int() }),
  'webhook.test': z.object({ webhookId: z.string(), test }),
} as const satisfies Record<WebhookEvent | typeof testEvent, z.ZodType>;

const summaries: Record<keyof typeof dataOf, string> = {
  'video.succeeded': 'A video is ready.',
  'video.failed': 'A video could not be made; its credit is back.',
  'album.completed': 'An album is ready.',
  'album.failed': 'An album could not be made.',
  'credits.low': 'The moment in which fewer than 3 credits are left.',
  'webhook.test': 'Somebody tries whether messages arrive.',
};

const signature = {
  'webhook-id': 'The same each time that this message is sent.',
  'webhook-timestamp': 'When it was sent, in seconds since 1970.',
  'webhook-signature': 'Of id, timestamp and body, as Standard Webhooks says.',
};

/** The messages that webhooks get, as the document's `webhooks`. */
export const webhookPaths = Object.fromEntries(
  Object.entries(dataOf).map(([event, data]) => {
    const schema = z.object({ type: z.literal(event), timestamp: z.iso.datetime(), data });
    const parameters = Object.entries(signature).map(([name, description]) => ({
      ...{ name, in: 'header', required: true, description, schema: { type: 'string' } },
    }));
    const post = {
      operationId: `on${event.replaceAll(/(^|\.)(\w)/g, (_, _dot, letter: string) => letter.toUpperCase())}`,
      tags: ['Webhooks'],
      summary: summaries[event as keyof typeof dataOf],
      security: [],
      parameters,
      requestBody: {
        required: true,
        content: { 'application/json': { schema: schemaOf(schema, 'output') } },
      },
      responses: {
        '2XX': { description: 'Arrived.' },
        '4XX': { description: 'As any other status: it is sent again, for three days.' },
      },
    };
    return [event, { post }];
  }),
);
