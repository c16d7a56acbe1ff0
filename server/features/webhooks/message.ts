import { webhookDataSchemas } from '#shared/schemas/webhook-message.ts';
import { withAbsoluteUrls } from '#server/rpc/absolute-urls.ts';

/** The contents of a message. */
interface Parts {
  event: string;
  /** As JSON. */
  data: string;
  createdAt: Date;
}

/**
 * The body of a message, identical for every attempt: `{"type", "timestamp", "data"}` as in Standard Webhooks. Paths in
 * `data` become absolute URLs.
 */
export function bodyOf({ event, data, createdAt }: Parts, publicUrl: string): string {
  const schema = webhookDataSchemas[event as keyof typeof webhookDataSchemas];
  return JSON.stringify({
    type: event,
    timestamp: createdAt.toISOString(),
    data: withAbsoluteUrls(schema, JSON.parse(data), publicUrl),
  });
}
