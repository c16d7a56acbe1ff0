/** Events in the app that code outside a feature may react to. */
export type AppEvent =
  | { type: 'create-viewed' }
  | { type: 'registered' }
  | { type: 'checkout-opened' }
  /** Announced each time that the payment's result arrives: a reload may repeat it. `amountPaid` in cents. */
  | { type: 'purchased'; sessionId: string; amountPaid: number };

type Listener = (event: AppEvent) => void;

const listeners = new Set<Listener>();
const undelivered: AppEvent[] = [];

/** Notifies all listeners; events announced before there were any are delivered to the first one. */
export function emitAppEvent(event: AppEvent): void {
  if (listeners.size === 0) undelivered.push(event);
  for (const listener of listeners) listener(event);
}

/** Subscribes; the returned function unsubscribes. */
export function onAppEvent(listener: Listener): () => void {
  listeners.add(listener);
  for (const event of undelivered.splice(0)) listener(event);
  return () => void listeners.delete(listener);
}
