import { Stripe } from 'stripe';
import { createId } from '#server/platform/ids.ts';
import type { EventObject } from './context.ts';
import { unixNow } from './state.ts';

const timeout = 20_000;

/** An event about the current state of `object`. */
export function createEvent(type: Stripe.Event.Type, object: EventObject): Stripe.Event {
  const event: Stripe.EventBase = {
    id: `evt_${createId()}`,
    object: 'event',
    api_version: Stripe.API_VERSION,
    created: unixNow(),
    data: { object: structuredClone(object) },
    livemode: false,
    pending_webhooks: 1,
    request: { id: null, idempotency_key: null },
    type,
  };
  return event as Stripe.Event;
}

export interface WebhookAddress {
  url: string;
  /** The secret that signs the messages. */
  secret: string;
}

/** Sends the signed event. Resolves to null if it was accepted (any 2xx), else to the reason; never throws. */
export async function postEvent(
  { url, secret }: WebhookAddress,
  event: Stripe.Event,
  stopping: AbortSignal,
): Promise<string | null> {
  const payload = JSON.stringify(event);
  const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret });
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json; charset=utf-8', 'Stripe-Signature': signature },
      body: payload,
      redirect: 'manual',
      signal: AbortSignal.any([stopping, AbortSignal.timeout(timeout)]),
    });
    await response.body?.cancel();
    return response.ok ? null : `HTTP ${response.status}`;
  } catch (error) {
    const { cause, message } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
}
