import { testEvent, type WebhookEvent } from '#shared/webhook-events.ts';
import type { Tx } from '#server/platform/database/db.ts';
import { createId } from '#server/platform/ids.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { personOf } from '#server/platform/database/test-users.ts';
import { receiving } from './receiving.ts';

/** An event of a user; paths in `data` become absolute URLs when it is sent. */
export interface UserWebhookEvent {
  userId: string;
  event: WebhookEvent;
  data: object;
}

/**
 * Enqueues a message to each of the user's webhooks that subscribe to the event, in the transaction that causes it: a
 * message is sent if and only if the event happened.
 */
export async function enqueueWebhookEvent(
  queue: JobQueue,
  tx: Tx,
  { userId, event, data }: UserWebhookEvent,
): Promise<void> {
  const subscribed = await tx.webhook.findMany({
    where: { userId, disabledAt: null, ...receiving(), events: { has: event } },
    select: { id: true },
  });
  for (const { id } of subscribed) await addDelivery(queue, tx, { webhookId: id, userId, event, data });
}

/** Creates one message to one webhook, marked as a test for test users. Resolves with its id. */
export async function addDelivery(
  queue: JobQueue,
  tx: Tx,
  delivery: { webhookId: string; userId: string; event: WebhookEvent | typeof testEvent; data: object },
): Promise<string> {
  const id = `msg_${createId()}`;
  const test = (await personOf(tx, delivery.userId)) !== delivery.userId;
  const data = JSON.stringify({ ...delivery.data, ...(test && { test }) });
  await tx.webhookDelivery.create({ data: { ...delivery, id, data } });
  await enqueueDelivery(queue, tx, { ...delivery, id });
  return id;
}

/** A developer waits for the outcome of a test; nobody needs it three days later. */
const testRetries = 2;

/** Enqueues a stored message. Each person has few slots, so that others' messages don't wait for slow receivers. */
export async function enqueueDelivery(
  queue: JobQueue,
  tx: Tx,
  { id, userId, event }: { id: string; userId: string; event: string },
): Promise<void> {
  const personId = await personOf(tx, userId);
  const retries = event === testEvent ? { retryLimit: testRetries } : {};
  await enqueue(queue, tx, 'send-webhook', { deliveryId: id }, { key: id, personId, ...retries });
}
