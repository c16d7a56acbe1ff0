import type { Stripe } from 'stripe';
import { createId } from '#server/platform/ids.ts';
import type { Logger } from '#server/platform/logging/logger.ts';
import type { EventObject } from './context.ts';
import type { FaultState } from './faults.ts';
import { createSendQueue } from './send-queue.ts';
import { createEvent, postEvent, type WebhookAddress } from './webhook-message.ts';
import type { Delivery, SandboxState } from './state.ts';

/** Milliseconds before each retry; Stripe retries for three days, which a sandbox needn't. */
export const defaultRetryDelays: readonly number[] = [250, 1_000, 5_000, 30_000, 120_000, 600_000, 3_600_000];
const sendsAtOnce = 8;
const saveDelay = 250;
/** The number of past events that can be resent. */
const remembered = 20_000;

export interface WebhookOptions extends WebhookAddress {
  state: SandboxState;
  faults: FaultState;
  logger: Logger;
  retryDelays: readonly number[];
  /** Called some time after the list of deliveries has changed. */
  save(): Promise<void>;
}

export interface Webhooks {
  emit(type: Stripe.Event.Type, object: EventObject): void;
  /** Starts sending emitted events, and those left over from a previous process. */
  flush(): void;
  /** Sends deliveries that were held back. */
  send(deliveries: Delivery[]): void;
  /** All events of this process, oldest first, including those dropped by a fault. */
  events(): readonly Stripe.Event[];
  /** Sends one of them again. */
  resend(eventId: string): void;
  /** Retries immediately all deliveries that are waiting for a retry. */
  retryNow(): void;
  /** Resolves when no webhook is being sent or waiting for a retry; held ones don't count. */
  settled(): Promise<void>;
  /** Resolves when none is currently being sent, though some may be waiting for a retry. */
  attempted(): Promise<void>;
  close(): void;
}

/** Sends signed events, each until a 2xx response or the last retry. Guarantees no order, like Stripe. */
export function createWebhooks(options: WebhookOptions): Webhooks {
  const { state, faults } = options;
  const past: Stripe.Event[] = [];
  const sender = createSender(options);
  // Deliveries started by this process; those loaded from the state file aren't included yet.
  const started = new WeakSet<Delivery>();

  function add(event: Stripe.Event): void {
    const delivery = { id: createId(), event, failures: 0, dueAt: Date.now() + faults.delay };
    state.deliveries.set(delivery.id, delivery);
  }

  function flush(): void {
    for (const delivery of state.deliveries.values()) {
      if (started.has(delivery)) continue;
      started.add(delivery);
      if (faults.held) faults.held.push(delivery);
      else sender.schedule(delivery);
    }
  }

  return {
    emit(type, object) {
      const event = createEvent(type, object);
      past.push(event);
      if (past.length > remembered) past.shift();
      if (faults.drop > 0) faults.drop -= 1;
      else for (let copy = 0; copy < faults.copies; copy += 1) add(event);
    },
    flush,
    send: (deliveries) => deliveries.forEach(sender.schedule),
    events: () => past,
    resend(eventId) {
      const event = past.find(({ id }) => id === eventId);
      if (!event) throw new TypeError(`no event is called ${eventId}`);
      add(event);
      flush();
    },
    retryNow: sender.retryNow,
    settled: sender.settled,
    attempted: sender.attempted,
    close: sender.close,
  };
}

/** Attempts deliveries when they are due, and retries rejected ones. */
function createSender({ state, logger, retryDelays, save, ...address }: WebhookOptions) {
  const stopping = new AbortController();
  const timers = new Map<Delivery, NodeJS.Timeout>();
  const queue = createSendQueue(sendsAtOnce);
  let saving: NodeJS.Timeout | null = null;

  function start(delivery: Delivery): void {
    clearTimeout(timers.get(delivery));
    timers.delete(delivery);
    queue.push(() => attempt(delivery));
  }

  function schedule(delivery: Delivery): void {
    const wait = delivery.dueAt - Date.now();
    if (wait <= 0) return start(delivery);
    timers.set(delivery, setTimeout(start, wait, delivery).unref());
  }

  // Deferred, because a crash before it only means that the message is sent twice.
  function saveSoon(): void {
    saving ??= setTimeout(() => {
      saving = null;
      save().catch((error: unknown) => logger.error({ err: error }, 'the sandbox can’t save its state'));
    }, saveDelay).unref();
  }

  async function attempt(delivery: Delivery): Promise<void> {
    const refusal = await postEvent(address, delivery.event, stopping.signal);
    // A shutdown says nothing about the message: it stays for the next start.
    if (stopping.signal.aborted) return;
    if (refusal === null) state.deliveries.delete(delivery.id);
    else postpone(delivery, refusal);
    saveSoon();
  }

  function postpone(delivery: Delivery, refusal: string): void {
    const wait = retryDelays[delivery.failures];
    const { type, id } = delivery.event;
    logger.warn(
      { type, event: id, refusal, retry: wait !== undefined },
      'a sandbox webhook was not accepted',
    );
    delivery.failures += 1;
    if (wait === undefined) {
      state.deliveries.delete(delivery.id);
    } else {
      delivery.dueAt = Date.now() + wait;
      state.deliveries.touch(delivery.id);
      schedule(delivery);
    }
  }

  return {
    schedule,
    retryNow: () => [...timers.keys()].forEach(start),
    settled: () => queue.until(() => !queue.busy() && timers.size === 0),
    attempted: () => queue.until(() => !queue.busy()),
    close() {
      stopping.abort();
      for (const timer of timers.values()) clearTimeout(timer);
      if (saving) clearTimeout(saving);
      timers.clear();
      queue.close();
    },
  };
}
