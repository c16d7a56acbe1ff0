import { programLimits } from '#shared/program-limits.ts';
import { testEvent } from '#shared/webhook-events.ts';
import type { Webhook, WebhookDelivery } from '#server/generated/prisma/client.ts';
import type { Db } from '#server/platform/database/db.ts';
import { AppError } from '#server/platform/errors.ts';
import { HttpError, openRequest } from '#server/platform/network/http-request.ts';
import { enqueue } from '#server/platform/jobs/enqueue.ts';
import { repeatInBatches } from '#server/platform/jobs/work-through.ts';
import { emit } from '#server/platform/logging/telemetry.ts';
import { personOf } from '#server/platform/database/test-users.ts';
import { bodyOf } from './message.ts';
import { whySilent, withCause } from './receiving.ts';
import { signedHeaders, readTarget } from './signature.ts';
import type { JobQueue } from '#server/platform/jobs/queue.ts';
import { milliseconds } from '#shared/durations.ts';

export interface SendDeps {
  db: Db;
  queue: JobQueue;
  publicUrl: string;
  env: { localDevelopment: boolean };
}

const timeoutMilliseconds = 15_000;
/** By this status a receiver asks for no more messages (Standard Webhooks 1.0.0). */
const gone = 410;

/** A message was not delivered; a retry may succeed. */
class NotDelivered extends Error {
  override readonly name = 'NotDelivered';
}

/**
 * Makes one attempt to deliver a message. Throws if a retry may help, unless it was the `last` attempt; does nothing if
 * the message was delivered, or its webhook is gone or receives nothing (`receiving.ts`). A webhook without a success for
 * a week, or whose receiver answers 410, is disabled and its owner notified; a test that is delivered enables it again.
 */
export async function sendDelivery(
  deps: SendDeps,
  deliveryId: string,
  { last, signal }: { last: boolean; signal: AbortSignal },
): Promise<void> {
  const { db } = deps;
  const delivery = await db.webhookDelivery.findUnique({
    where: { id: deliveryId },
    include: { webhook: { include: withCause } },
  });
  if (!delivery || delivery.deliveredAt || delivery.failedAt) return;
  const { webhook } = delivery;
  const lastError =
    whySilent(webhook) ?? (webhook.disabledAt && delivery.event !== testEvent ? 'disabled' : null);
  if (lastError !== null) {
    await db.webhookDelivery.updateMany({
      where: { id: deliveryId },
      data: { failedAt: new Date(), lastError },
    });
    return;
  }
  const outcome = await post(deps, delivery, webhook, signal);
  const arrived = outcome.lastError === null;
  emit('delivery-ended', { outcome: arrived ? 'delivered' : 'failed' });
  const now = new Date();
  await db.webhookDelivery.updateMany({
    where: { id: deliveryId },
    data: {
      ...outcome,
      attempts: { increment: 1 },
      lastAttemptAt: now,
      ...(arrived ? { deliveredAt: now } : last || outcome.lastStatus === gone ? { failedAt: now } : {}),
    },
  });
  if (arrived) {
    await db.webhook.updateMany({
      where: { id: webhook.id },
      data: { failingSince: null, disabledAt: null },
    });
    return;
  }
  const isGone = outcome.lastStatus === gone;
  await noteFailure(deps, webhook, { now, isGone });
  if (!last && !isGone) throw new NotDelivered(`${outcome.lastError}`);
}

interface Outcome {
  lastStatus: number | null;
  /** Null if the message was delivered: any status from 200 to 299. */
  lastError: string | null;
}

async function post(
  { publicUrl, env }: SendDeps,
  delivery: WebhookDelivery,
  webhook: Webhook,
  signal: AbortSignal,
): Promise<Outcome> {
  const body = bodyOf(delivery, publicUrl);
  const former = webhook.formerUntil && webhook.formerUntil > new Date() ? webhook.formerSecret : null;
  const secrets = [webhook.secret, ...(former === null ? [] : [former])];
  try {
    const { url, addresses } = readTarget(webhook.url, env);
    const response = await openRequest(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Memori',
        ...signedHeaders({ id: delivery.id, body }, secrets),
      },
      body: Buffer.from(body),
      addresses,
      timeoutMilliseconds,
      signal,
    });
    // Only the status of the answer matters.
    response.destroy();
    const status = response.statusCode ?? 0;
    return { lastStatus: status, lastError: status >= 200 && status < 300 ? null : `answered ${status}` };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof HttpError)
      return { lastStatus: error.status ?? null, lastError: failureText(error) };
    if (error instanceof AppError) return { lastStatus: null, lastError: error.code };
    throw error;
  }
}

/**
 * A failure as the webhook's owner sees it: the same for every name that leads nowhere we may connect to, so that nobody
 * learns which names exist in the operator's network, and where.
 */
export function failureText({ reason, message }: HttpError): string {
  return reason === 'forbidden-address' || reason === 'unresolved' ? 'not reachable' : message;
}

async function noteFailure(
  { db, queue }: SendDeps,
  { id }: Webhook,
  { now, isGone }: { now: Date; isGone: boolean },
): Promise<void> {
  await db.webhook.updateMany({ where: { id, failingSince: null }, data: { failingSince: now } });
  const longAgo = new Date(now.getTime() - programLimits.webhooks.disabledAfterDays * milliseconds.day);
  await db.$transaction(async (tx) => {
    const { count } = await tx.webhook.updateMany({
      where: { id, disabledAt: null, ...(isGone ? {} : { failingSince: { lt: longAgo } }) },
      data: { disabledAt: now },
    });
    if (count > 0) await enqueue(queue, tx, 'send-webhook-mail', { webhookId: id }, { key: id });
  });
}

/** Deletes messages older than 30 days. */
export async function forgetOldDeliveries(db: Db, signal?: AbortSignal): Promise<void> {
  const where = {
    createdAt: { lt: new Date(Date.now() - programLimits.webhooks.logDays * milliseconds.day) },
  };
  await repeatInBatches((limit) => db.webhookDelivery.deleteMany({ where, limit }), signal);
}

/** The person who owns this webhook; null if it is gone. */
export async function findOwner(db: Db, id: string): Promise<string | null> {
  const webhook = await db.webhook.findUnique({ where: { id }, select: { userId: true } });
  return webhook && personOf(db, webhook.userId);
}
