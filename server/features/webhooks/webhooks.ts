import type { PgBoss } from 'pg-boss';
import { programLimits } from '../../../shared/program-limits.ts';
import type { CreatedWebhook, Delivery, NewWebhook, WebhookInfo } from '../../../shared/schemas/webhooks.ts';
import { testEvent, type WebhookEvent } from '../../../shared/webhook-events.ts';
import type { Webhook } from '../../generated/prisma/client.ts';
import type { Db, Tx } from '../../platform/db.ts';
import { AppError } from '../../platform/errors.ts';
import { createId } from '../../platform/ids.ts';
import { addDelivery, enqueueDelivery } from './enqueue-event.ts';
import { bodyOf } from './message.ts';
import { createSecret } from './signature.ts';
import { readTarget } from './target.ts';

interface WebhookDeps {
  db: Db;
  queue: PgBoss;
  publicUrl: string;
  env: { localDevelopment: boolean };
}

/** The owner, and the token that created the webhook; null if it was created by a person. */
interface Maker {
  userId: string;
  tokenId: string | null;
}

/**
 * Creates a webhook. The result contains the secret, which can't be retrieved again. Throws AppError
 * `invalid_webhook_url` or `too_many_webhooks`.
 */
export function createWebhook(
  { db, env }: Pick<WebhookDeps, 'db' | 'env'>,
  { userId, tokenId }: Maker,
  { url, events }: NewWebhook,
  storeAnswer?: (tx: Tx, made: CreatedWebhook) => Promise<void>,
): Promise<CreatedWebhook> {
  const target = readTarget(url, env);
  // Non-ASCII characters were encoded, which makes the address longer.
  if (target.url.href.length > programLimits.webhooks.maxUrlLength) throw new AppError('invalid_webhook_url');
  return db.$transaction(async (tx) => {
    // Serializes concurrent creations for one user.
    await tx.$queryRaw`SELECT 1 FROM app_user WHERE id = ${userId} FOR NO KEY UPDATE`;
    if ((await tx.webhook.count({ where: { userId } })) >= programLimits.webhooks.max)
      throw new AppError('too_many_webhooks');
    const row = await tx.webhook.create({
      data: {
        ...{ id: createId(), userId, tokenId, url: target.url.href },
        ...{ events: [...new Set(events)], secret: createSecret() },
      },
    });
    const made = { ...present(row), secret: row.secret };
    await storeAnswer?.(tx, made);
    return made;
  });
}

/** A user's webhooks, newest first. */
export async function listWebhooks(db: Db, userId: string): Promise<WebhookInfo[]> {
  const rows = await db.webhook.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  });
  return rows.map(present);
}

/** Deletes a webhook, including its pending messages. Throws AppError `webhook_not_found`. */
export async function deleteWebhook(db: Db, userId: string, id: string): Promise<void> {
  const { count } = await db.webhook.deleteMany({ where: { id, userId } });
  if (count === 0) throw new AppError('webhook_not_found');
}

/**
 * Replaces a webhook's secret; for a day, messages are signed with the former one as well. Throws AppError
 * `webhook_not_found`.
 */
export async function rotateSecret(
  db: Db,
  userId: string,
  id: string,
): Promise<{ id: string; secret: string; formerUntil: string }> {
  const { secret: formerSecret } = await ownWebhook(db, userId, id);
  const secret = createSecret();
  const formerUntil = new Date(Date.now() + programLimits.webhooks.rotationHours * 3_600_000);
  await db.webhook.update({ where: { id }, data: { secret, formerSecret, formerUntil } });
  return { id, secret, formerUntil: formerUntil.toISOString() };
}

/** Sends a `webhook.test` message, even if the webhook is disabled. Throws AppError `webhook_not_found`. */
export function sendTest(
  { db, queue }: Pick<WebhookDeps, 'db' | 'queue'>,
  userId: string,
  id: string,
): Promise<{ deliveryId: string }> {
  return db.$transaction(async (tx) => {
    await ownWebhook(tx, userId, id);
    const message = { webhookId: id, userId, event: testEvent, data: { webhookId: id } } as const;
    return { deliveryId: await addDelivery(queue, tx, message) };
  });
}

/** The latest messages to a webhook, newest first. Throws AppError `webhook_not_found`. */
export async function listDeliveries(
  { db, publicUrl }: Pick<WebhookDeps, 'db' | 'publicUrl'>,
  userId: string,
  id: string,
): Promise<Delivery[]> {
  await ownWebhook(db, userId, id);
  const rows = await db.webhookDelivery.findMany({
    where: { webhookId: id },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take: programLimits.webhooks.logLength,
  });
  return rows.map((row) => ({
    ...{ id: row.id, event: row.event, payload: bodyOf(row, publicUrl), attempts: row.attempts },
    state: row.deliveredAt ? 'delivered' : row.failedAt ? 'failed' : 'pending',
    createdAt: row.createdAt.toISOString(),
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    ...{ lastStatus: row.lastStatus, lastError: row.lastError },
  }));
}

/** Sends a message again, under its own id. Throws AppError `delivery_not_found`. */
export function resend(
  { db, queue }: Pick<WebhookDeps, 'db' | 'queue'>,
  userId: string,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<{ deliveryId: string }> {
  return db.$transaction(async (tx) => {
    const [delivery] = await tx.webhookDelivery.updateManyAndReturn({
      where: { id: deliveryId, webhookId: id, userId },
      data: { deliveredAt: null, failedAt: null },
    });
    if (!delivery) throw new AppError('delivery_not_found');
    await enqueueDelivery(queue, tx, delivery);
    return { deliveryId };
  });
}

async function ownWebhook(db: Tx, userId: string, id: string): Promise<Webhook> {
  const webhook = await db.webhook.findUnique({ where: { id, userId } });
  if (!webhook) throw new AppError('webhook_not_found');
  return webhook;
}

function present({ id, url, events, createdAt, failingSince, disabledAt }: Webhook): WebhookInfo {
  return {
    // A CHECK constraint guarantees the type.
    ...{ id, url, events: events as WebhookEvent[], createdAt: createdAt.toISOString() },
    failingSince: failingSince?.toISOString() ?? null,
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}
