import type { Language } from '#shared/languages.ts';
import { programLimits } from '#shared/program-limits.ts';
import type { CreatedWebhook, Delivery, NewWebhook, WebhookInfo } from '#shared/schemas/webhooks.ts';
import { testEvent, type WebhookEvent } from '#shared/webhook-events.ts';
import type { Webhook } from '#server/generated/prisma/client.ts';
import { inForce, lockCaller } from '#server/platform/credentials.ts';
import type { Db, Tx } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { createId } from '#server/platform/ids.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { isTestUser } from '#server/platform/database/test-users.ts';
import { addDelivery, enqueueDelivery } from './enqueue-event.ts';
import { bodyOf } from './message.ts';
import { createSecret, readTarget } from './signature.ts';
import { milliseconds } from '#shared/durations.ts';

interface WebhookDeps {
  db: Db;
  queue: JobQueue;
  publicUrl: string;
  env: { localDevelopment: boolean };
}

/** Who manages webhooks: a person, all of their own; a token, those that it created. */
interface Manager {
  userId: string;
  /** Null for a person. */
  tokenId: string | null;
}

/** A manager who creates a webhook or changes its secret, of which the person is notified by mail. */
interface Maker extends Manager {
  /** The id of the session, or of the token. */
  credentialId: string;
  language: Language;
}

/** The condition of the webhooks that a manager knows of. */
const ownWebhooks = ({ userId, tokenId }: Manager) => ({
  userId,
  ...(tokenId !== null && { tokenId }),
  ...inForce,
});

/** A test user's webhooks tell nothing about the account. */
async function notifyOwner(
  { queue, tx }: { queue: JobQueue; tx: Tx },
  kind: 'webhook-created' | 'webhook-rotated',
  { ownerId: userId, maker }: { ownerId: string; maker: Maker },
): Promise<void> {
  if (await isTestUser(tx, maker.userId)) return;
  await enqueue(queue, tx, 'account-mail', { kind, userId, language: maker.language });
}

/**
 * Creates a webhook and notifies its owner by mail. The result contains the secret, which can't be retrieved again.
 * Throws AppError `invalid_webhook_url`, `too_many_webhooks`, or `not_signed_in` if the session or token has ended.
 */
export function createWebhook(
  { db, queue, env }: Pick<WebhookDeps, 'db' | 'queue' | 'env'>,
  maker: Maker,
  { url, events }: NewWebhook,
  storeResult?: (tx: Tx, made: CreatedWebhook) => Promise<void>,
): Promise<CreatedWebhook> {
  const target = readTarget(url, env);
  // Non-ASCII characters were encoded, which makes the address longer.
  if (target.url.href.length > programLimits.webhooks.maxUrlLength) throw new AppError('invalid_webhook_url');
  return db.$transaction(async (tx) => {
    const { userId, tokenId, credentialId } = maker;
    // Also serializes concurrent creations for one user.
    const ownerId = await lockCaller(tx, credentialId);
    if ((await tx.webhook.count({ where: { userId, ...inForce } })) >= programLimits.webhooks.max)
      throw new AppError('too_many_webhooks');
    const row = await tx.webhook.create({
      data: {
        id: createId(),
        userId,
        tokenId,
        url: target.url.href,
        events: [...new Set(events)],
        secret: createSecret(),
      },
    });
    await notifyOwner({ queue, tx }, 'webhook-created', { ownerId, maker });
    const made = { ...present(row), secret: row.secret };
    await storeResult?.(tx, made);
    return made;
  });
}

/** The manager's webhooks, newest first. */
export async function listWebhooks(db: Db, manager: Manager): Promise<WebhookInfo[]> {
  const rows = await db.webhook.findMany({
    where: ownWebhooks(manager),
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
  });
  return rows.map(present);
}

/** Deletes a webhook, including its pending messages. Throws AppError `webhook_not_found`. */
export async function deleteWebhook(db: Db, manager: Manager, id: string): Promise<void> {
  const { count } = await db.webhook.deleteMany({ where: { id, ...ownWebhooks(manager) } });
  if (count === 0) throw new AppError('webhook_not_found');
}

/**
 * Replaces a webhook's secret and notifies its owner by mail; for a day, messages are signed with the former one as
 * well. Throws AppError `webhook_not_found`, or `not_signed_in` if the session or token has ended.
 */
export function rotateSecret(
  { db, queue }: Pick<WebhookDeps, 'db' | 'queue'>,
  maker: Maker,
  id: string,
  storeResult: (tx: Tx, rotated: RotatedSecret) => Promise<void>,
): Promise<RotatedSecret> {
  return db.$transaction(async (tx) => {
    const ownerId = await lockCaller(tx, maker.credentialId);
    const { secret: formerSecret } = await requireOwn(tx, maker, id);
    const secret = createSecret();
    const formerUntil = new Date(Date.now() + programLimits.webhooks.rotationHours * milliseconds.hour);
    await tx.webhook.update({ where: { id }, data: { secret, formerSecret, formerUntil } });
    await notifyOwner({ queue, tx }, 'webhook-rotated', { ownerId, maker });
    const rotated = { id, secret, formerUntil: formerUntil.toISOString() };
    await storeResult(tx, rotated);
    return rotated;
  });
}

/** A webhook's new secret, and until when the former one is used as well. */
interface RotatedSecret {
  id: string;
  secret: string;
  formerUntil: string;
}

/** Sends a `webhook.test` message, even if the webhook is disabled. Throws AppError `webhook_not_found`. */
export function sendTest(
  { db, queue }: Pick<WebhookDeps, 'db' | 'queue'>,
  manager: Manager,
  id: string,
): Promise<{ deliveryId: string }> {
  return db.$transaction(async (tx) => {
    const { userId } = await requireOwn(tx, manager, id);
    const message = { webhookId: id, userId, event: testEvent, data: { webhookId: id } } as const;
    return { deliveryId: await addDelivery(queue, tx, message) };
  });
}

/** The latest messages to a webhook, newest first. Throws AppError `webhook_not_found`. */
export async function listDeliveries(
  { db, publicUrl }: Pick<WebhookDeps, 'db' | 'publicUrl'>,
  manager: Manager,
  id: string,
): Promise<Delivery[]> {
  await requireOwn(db, manager, id);
  const rows = await db.webhookDelivery.findMany({
    where: { webhookId: id },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take: programLimits.webhooks.logLength,
  });
  return rows.map((row) => ({
    id: row.id,
    event: row.event,
    payload: bodyOf(row, publicUrl),
    attempts: row.attempts,
    state: row.deliveredAt ? 'delivered' : row.failedAt ? 'failed' : 'pending',
    createdAt: row.createdAt.toISOString(),
    lastAttemptAt: row.lastAttemptAt?.toISOString() ?? null,
    lastStatus: row.lastStatus,
    lastError: row.lastError,
  }));
}

/** Sends a message again, under its own id. Throws AppError `delivery_not_found`. */
export function resend(
  { db, queue }: Pick<WebhookDeps, 'db' | 'queue'>,
  manager: Manager,
  { id, deliveryId }: { id: string; deliveryId: string },
): Promise<{ deliveryId: string }> {
  return db.$transaction(async (tx) => {
    const [delivery] = await tx.webhookDelivery.updateManyAndReturn({
      where: { id: deliveryId, webhookId: id, webhook: ownWebhooks(manager) },
      data: { deliveredAt: null, failedAt: null },
    });
    if (!delivery) throw new AppError('delivery_not_found');
    await enqueueDelivery(queue, tx, delivery);
    return { deliveryId };
  });
}

async function requireOwn(db: Tx, manager: Manager, id: string): Promise<Webhook> {
  const webhook = await db.webhook.findUnique({ where: { id, ...ownWebhooks(manager) } });
  if (!webhook) throw new AppError('webhook_not_found');
  return webhook;
}

function present({ id, url, events, createdAt, failingSince, disabledAt }: Webhook): WebhookInfo {
  return {
    // A CHECK constraint guarantees the type.
    id,
    url,
    events: events as WebhookEvent[],
    createdAt: createdAt.toISOString(),
    failingSince: failingSince?.toISOString() ?? null,
    disabledAt: disabledAt?.toISOString() ?? null,
  };
}
