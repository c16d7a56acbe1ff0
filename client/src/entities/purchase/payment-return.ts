import { appPageAt } from '#shared/pages.ts';
import { storedText } from '#client/lib/storage.ts';

const stored = storedText('session', 'memori.paymentReturn');
const parameter = 'session_id';

// A fallback for this page if storage is unavailable.
let remembered: string | null = null;

/** Splits an address's query into the payment session (null if there is none) and the rest. */
export function splitSession(search: string): { sessionId: string | null; search: string } {
  const query = new URLSearchParams(search);
  const sessionId = query.get(parameter);
  if (sessionId === null) return { sessionId, search };
  query.delete(parameter);
  const rest = query.toString();
  return { sessionId, search: rest && `?${rest}` };
}

/**
 * Call before anything else: removes the payment session from the create page's address bar, so that it appears in no
 * history, log, Referer or script, and keeps it for this tab until the payment is confirmed, possibly after signing in.
 */
export function takePaymentReturn(): void {
  const { pathname, hash } = window.location;
  if (appPageAt(pathname) !== 'create') return;
  const { sessionId, search } = splitSession(window.location.search);
  if (sessionId === null) return;
  window.history.replaceState(window.history.state, '', pathname + search + hash);
  remembered = sessionId;
  stored.write(sessionId);
}

/** The session that this tab returned with and that is not confirmed yet. */
export function pendingPayment(): string | null {
  return stored.read() ?? remembered;
}

/** Forgets the session once the server has answered. */
export function settlePayment(): void {
  remembered = null;
  stored.remove();
}
