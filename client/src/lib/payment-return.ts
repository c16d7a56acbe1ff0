import { appPageAt } from '../../../shared/pages.ts';
import { storedText } from './storage.ts';

const stored = storedText('session', 'memori.paymentReturn');
const parameter = 'session_id';

// Where storage is closed to us, the page that was returned to still knows.
let remembered: string | null = null;

/** An address's query without the payment's session, and that session; null where there is none. */
export function splitSession(search: string): { sessionId: string | null; search: string } {
  const query = new URLSearchParams(search);
  const sessionId = query.get(parameter);
  if (sessionId === null) return { sessionId, search };
  query.delete(parameter);
  const rest = query.toString();
  return { sessionId, search: rest && `?${rest}` };
}

/**
 * To be called before anything else happens: takes the payment's session out of the address bar of the create page,
 * so that no history, log, Referer or script sees it, and keeps it for this tab until it has been confirmed, which
 * may be after signing in.
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

/** The session that this tab came back with and that was not confirmed yet. */
export function pendingPayment(): string | null {
  return stored.read() ?? remembered;
}

/** Forgets it: the server has given its answer. */
export function settlePayment(): void {
  remembered = null;
  stored.remove();
}
