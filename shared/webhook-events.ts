/** The events that a webhook can subscribe to. */
export const webhookEvents = [
  'video.succeeded',
  'video.failed',
  'album.completed',
  'album.failed',
  'credits.low',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** The event sent to test whether messages arrive. */
export const testEvent = 'webhook.test';
