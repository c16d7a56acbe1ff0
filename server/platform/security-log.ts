import { createHash } from 'node:crypto';
import type { Logger } from './logger.ts';

/** What an operator may want to be told of; documented in docs/security-events.md. The names are for good. */
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

/** Who and what it was about. No password, cookie, token or e-mail: see `accountOf`. */
export interface SecurityDetails {
  /** Where the request came from, as far as trusted proxies tell it. */
  address?: string;
  userId?: string;
  /** An account that may not exist, by `accountOf`. */
  account?: string;
  /** Which limit was reached. */
  limit?: string;
  path?: string;
  /** The page that sent a cross-site request. */
  origin?: string;
  reason?: string;
  /** What a sign-in was proved by. */
  by?: 'sign-up' | 'password' | 'passkey' | 'reset';
}

/** What happens all day: on record, and nothing to be woken by. */
const usual: readonly SecurityEvent[] = ['signed_in', 'signed_out'];

/** Writes one line, at level `warn` or, where it is nothing unusual, `info`: `event`, its details, and nothing else. */
export function logSecurityEvent(logger: Logger, event: SecurityEvent, details: SecurityDetails): void {
  logger[usual.includes(event) ? 'info' : 'warn']({ event, ...details }, 'security event');
}

/** An e-mail as the log may hold it: the same for the same one, whatever its case, and not readable. */
export function accountOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16);
}
