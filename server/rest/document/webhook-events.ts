import { z } from 'zod';
import { webhookDataSchemas } from '../../../shared/schemas/webhook-message.ts';
import { schemaOf } from '../operation.ts';

const summaries: Record<keyof typeof webhookDataSchemas, string> = {
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

/** The messages sent to webhooks, as the document's `webhooks`. */
export const webhookPaths = Object.fromEntries(
  Object.entries(webhookDataSchemas).map(([event, data]) => {
    const schema = z.object({ type: z.literal(event), timestamp: z.iso.datetime(), data });
    const parameters = Object.entries(signature).map(([name, description]) => ({
      ...{ name, in: 'header', required: true, description, schema: { type: 'string' } },
    }));
    const post = {
      operationId: `on${event.replaceAll(/(^|\.)(\w)/g, (_, _dot, letter: string) => letter.toUpperCase())}`,
      tags: ['Webhooks'],
      summary: summaries[event as keyof typeof webhookDataSchemas],
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
