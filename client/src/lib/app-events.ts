/** What happens in the product that somebody outside a feature may want to know of. */
export type AppEvent =
  | { type: 'create-viewed' }
  | { type: 'registered' }
  | { type: 'checkout-opened' }
  /** Once for each time that the payment's answer arrives: a reload may repeat it. `amountPaid` in cents. */
  | { type: 'purchased'; sessionId: string; amountPaid: number };

type Listener = (event: AppEvent) => void;

const listeners = new Set<Listener>();
const unheard: AppEvent[] = [];

/** Tells everybody who listens; the first to listen also hears what was announced before. */
export function announce(event: AppEvent): void {
  if (listeners.size === 0) unheard.push(event);
  for (const listener of listeners) listener(event);
}

/** Listens until the returned function is called. */
export function onAppEvent(listener: Listener): () => void {
  listeners.add(listener);
  for (const event of unheard.splice(0)) listener(event);
  return () => void listeners.delete(listener);
}
