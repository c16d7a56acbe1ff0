import { Stripe } from 'stripe';
import { createId } from '../platform/ids.ts';
import type { Logger } from '../platform/logger.ts';
import type { EventObject } from './context.ts';
import type { FaultState } from './faults.ts';
import { type Delivery, unixNow, type World } from './world.ts';

/** Milliseconds before each further try; Stripe goes on for three days, a sandbox needn't. */
export const defaultRetryDelays: readonly number[] = [250, 1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000];
const timeout = 20_000;
const sendsAtOnce = 8;
/** How many past events can be sent anew. */
const remembered = 20_000;

export interface WebhookOptions {
  world: World;
  faults: FaultState;
  url: string;
  secret: string;
  logger: Logger;
  retryDelays: readonly number[];
  /** Called after the list of deliveries changed. */
  save(): Promise<void>;
}

export interface Webhooks {
  emit(type: Stripe.Event.Type, object: EventObject): void;
  /** Starts what was emitted, or left over by a former process. */
  flush(): void;
  /** Sends deliveries that were held back. */
  send(deliveries: Delivery[]): void;
  /** All events of this process, oldest first. */
  events(): readonly Stripe.Event[];
  /** Sends one of them once more. */
  resend(eventId: string): void;
  /** Tries at once whatever waits for its next try. */
  retryNow(): void;
  /** Resolves when no webhook is being sent or waits to be; held ones don't count. */
  settled(): Promise<void>;
  /** Resolves when none is being sent at this moment, though some may wait for another try. */
  attempted(): Promise<void>;
  close(): void;
}

/** Sends signed events, each until an answer 2xx or the last try. Makes no promise about order, as Stripe doesn't. */
export function createWebhooks(options: WebhookOptions): Webhooks {
  const { world, faults, logger, retryDelays } = options;
  const stopping = new AbortController();
  const past: Stripe.Event[] = [];
  const started = new Set<string>();
  const timers = new Map<string, NodeJS.Timeout>();
  const queue: Delivery[] = [];
  const waiters: { over(): boolean; resolve(): void }[] = [];
  let sending = 0;

  const idle = () => sending === 0 && queue.length === 0;

  function enqueue(delivery: Delivery): void {
    timers.delete(delivery.id);
    queue.push(delivery);
    pump();
  }

  function pump(): void {
    while (sending < sendsAtOnce && !stopping.signal.aborted) {
      const delivery = queue.shift();
      if (!delivery) break;
      sending += 1;
      void attempt(delivery).finally(() => {
        sending -= 1;
        pump();
        for (const waiter of waiters.filter(({ over }) => over())) {
          waiters.splice(waiters.indexOf(waiter), 1);
          waiter.resolve();
        }
      });
    }
  }

  function schedule(delivery: Delivery): void {
    const wait = delivery.dueAt - Date.now();
    if (wait <= 0) return enqueue(delivery);
    const timer = setTimeout(enqueue, wait, delivery);
    timer.unref();
    timers.set(delivery.id, timer);
  }

  async function attempt(delivery: Delivery): Promise<void> {
    const refusal = await post(options, delivery.event, stopping.signal);
    if (stopping.signal.aborted) return;
    if (refusal === null) {
      forget(delivery);
    } else {
      const wait = retryDelays[delivery.failures];
      const { type, id } = delivery.event;
      logger.warn({ type, event: id, refusal, retry: wait !== undefined }, 'a sandbox webhook was not taken');
      delivery.failures += 1;
      if (wait === undefined) forget(delivery);
      else {
        delivery.dueAt = Date.now() + wait;
        schedule(delivery);
      }
    }
    await options
      .save()
      .catch((error: unknown) => logger.error({ err: error }, 'the sandbox can not save its state'));
  }

  function forget({ id }: Delivery): void {
    world.deliveries.delete(id);
    started.delete(id);
  }

  function add(event: Stripe.Event): void {
    const delivery = { id: createId(), event, failures: 0, dueAt: Date.now() + faults.delay };
    world.deliveries.set(delivery.id, delivery);
  }

  function until(over: () => boolean): Promise<void> {
    return over() ? Promise.resolve() : new Promise((resolve) => waiters.push({ over, resolve }));
  }

  return {
    emit(type, object) {
      const event = createEvent(type, object);
      past.push(event);
      if (past.length > remembered) past.shift();
      if (faults.drop > 0) faults.drop -= 1;
      else for (let copy = 0; copy < faults.copies; copy += 1) add(event);
    },
    flush() {
      for (const delivery of world.deliveries.values()) {
        if (started.has(delivery.id)) continue;
        started.add(delivery.id);
        if (faults.held) faults.held.push(delivery);
        else schedule(delivery);
      }
    },
    send: (deliveries) => deliveries.forEach(schedule),
    events: () => past,
    resend(eventId) {
      const event = past.find(({ id }) => id === eventId);
      if (!event) throw new TypeError(`no event is called ${eventId}`);
      add(event);
      this.flush();
    },
    retryNow() {
      for (const [id, timer] of timers) {
        clearTimeout(timer);
        const delivery = world.deliveries.get(id);
        if (delivery) enqueue(delivery);
      }
    },
    settled: () => until(() => idle() && timers.size === 0),
    attempted: () => until(idle),
    close() {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
      queue.length = 0;
      for (const { resolve } of waiters.splice(0)) resolve();
    },
  };
}

function createEvent(type: Stripe.Event.Type, object: EventObject): Stripe.Event {
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

/** Null when the message was taken, else why not. */
async function post(
  { url, secret }: WebhookOptions,
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
