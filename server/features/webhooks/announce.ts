import type { PgBoss } from 'pg-boss';
import type { testEvent, WebhookEvent } from '../../../shared/webhook-events.ts';
import type { Tx } from '../../platform/db.ts';
import { createId } from '../../platform/ids.ts';
import { enqueue } from '../../platform/queue.ts';
import { isTestUser } from '../../platform/test-users.ts';

/** Something that has happened to a user; paths in `data` are made whole when it is sent. */
export interface Announcement {
  userId: string;
  event: WebhookEvent;
  data: object;
}

/**
 * Has a message sent to each of the user's webhooks that want the event, in the transaction that makes it true: none is
 * sent of what did not happen, and none is missing of what did.
 */
export async function announce(queue: PgBoss, tx: Tx, { userId, event, data }: Announcement): Promise<void> {
  const wanting = await tx.webhook.findMany({
    where: { userId, disabledAt: null, events: { has: event } },
    select: { id: true },
  });
  for (const { id } of wanting) await addDelivery(queue, tx, { webhookId: id, userId, event, data });
}

/** One message to one webhook; of a test it says that it is one. Resolves with its id. */
export async function addDelivery(
  queue: PgBoss,
  tx: Tx,
  delivery: { webhookId: string; userId: string; event: WebhookEvent | typeof testEvent; data: object },
): Promise<string> {
  const id = `msg_${createId()}`;
  const test = await isTestUser(tx, delivery.userId);
  const data = JSON.stringify({ ...delivery.data, ...(test && { test }) });
  await tx.webhookDelivery.create({ data: { ...delivery, id, data } });
  await enqueue(queue, tx, 'send-webhook', { deliveryId: id }, { key: id });
  return id;
}
