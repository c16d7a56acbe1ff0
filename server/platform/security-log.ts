import { createHash } from 'node:crypto';
import type { Logger } from './logger.ts';

/** Events that an operator may want to be alerted to; documented in docs/security-events.md. The names are stable. */
export type SecurityEvent =
  | 'signed_in'
  | 'signed_out'
  | 'sign_in_failed'
  | 'sign_in_blocked'
  | 'cross_site_refused'
  | 'webhook_forged'
  | 'limit_reached'
  | 'metrics_refused'
  | 'photo_decoder_lost';

/** The context of an event. No password, cookie, token or e-mail: see `accountOf`. */
export interface SecurityDetails {
  /** The client's address, as reported by trusted proxies. */
  address?: string;
  userId?: string;
  /** An account that may not exist, hashed by `accountOf`. */
  account?: string;
  /** Which limit was reached. */
  limit?: string;
  path?: string;
  /** The page that sent a cross-site request. */
  origin?: string;
  reason?: string;
  /** How a sign-in was authenticated. */
  by?: 'sign-up' | 'password' | 'passkey' | 'reset';
}

/** Routine events: recorded, but no cause for an alert. */
const usual: readonly SecurityEvent[] = ['signed_in', 'signed_out'];

/** Writes one line, at level `warn` or, for routine events, `info`: `event` and its details, nothing else. */
export function logSecurityEvent(logger: Logger, event: SecurityEvent, details: SecurityDetails): void {
  logger[usual.includes(event) ? 'info' : 'warn']({ event, ...details }, 'security event');
}

/** A pseudonym of an e-mail for the log: the same for every spelling in upper or lower case, and not readable. */
export function accountOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16);
}
