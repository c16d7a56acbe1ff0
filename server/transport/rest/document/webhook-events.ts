import { z } from 'zod';
import { webhookDataSchemas } from '#shared/schemas/webhook-message.ts';
import { schemaOf } from '../operation.ts';

const summaries: Record<keyof typeof webhookDataSchemas, string> = {
  'video.succeeded': 'A video is ready.',
  'video.failed': 'A video could not be made. Its credit has been returned.',
  'album.completed': 'An album is ready.',
  'album.failed': 'An album could not be made.',
  'credits.low': 'Fewer than 3 credits are left. Sent once, when it happens.',
  'webhook.test': 'A test message, sent on request.',
};

const signature = {
  'webhook-id': 'The same for every attempt to deliver this message.',
  'webhook-timestamp': 'When this attempt was made, in seconds since 1970.',
  'webhook-signature': 'Signature of id, timestamp and body, according to Standard Webhooks.',
};

/** The messages sent to webhooks, as the document's `webhooks`. */
export const webhookPaths = Object.fromEntries(
  Object.entries(webhookDataSchemas).map(([event, data]) => {
    const schema = z.object({ type: z.literal(event), timestamp: z.iso.datetime(), data });
    const parameters = Object.entries(signature).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
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
        '2XX': { description: 'Acknowledges the message.' },
        '4XX': { description: 'Like any other status, causes the message to be retried for three days.' },
      },
    };
    return [event, { post }];
  }),
);
