/** What a program can be told of. */
export const webhookEvents = [
  'video.succeeded',
  'video.failed',
  'album.completed',
  'album.failed',
  'credits.low',
] as const;
export type WebhookEvent = (typeof webhookEvents)[number];

/** What is sent when somebody tries whether messages arrive. */
export const testEvent = 'webhook.test';
