import { createHash } from 'node:crypto';
import type { Logger } from './logger.ts';
import { networkOf } from '../network/network.ts';
import { sharedResources } from '../concurrency/shared-resources.ts';

/** Events that an operator may want to be alerted to; documented in docs/security-events.md. The names are stable. */
export type SecurityEvent =
  | 'signed_in'
  | 'signed_out'
  | 'sign_in_failed'
  | 'sign_in_blocked'
  | 'cross_site_refused'
  | 'webhook_forged'
  | 'webhook_untimely'
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
  /** When a message says that it was signed, and this machine's time (ISO 8601). */
  signedAt?: string;
  receivedAt?: string;
  /** How a sign-in was authenticated. */
  by?: 'sign-up' | 'password' | 'passkey' | 'reset';
}

/** Routine events: recorded, but no cause for an alert. */
const usual: readonly SecurityEvent[] = ['signed_in', 'signed_out'];

const { perAddress, perProcess } = sharedResources.securityLog;

/** What was written to one log in the current window, by event, and by event and sender. */
interface Window {
  lines: Map<string, number>;
  leftOut: Map<SecurityEvent, number>;
}
const windows = new WeakMap<Logger, Window>();

function currentWindow(logger: Logger): Window {
  const current = windows.get(logger);
  if (current) return current;
  const opened: Window = { lines: new Map(), leftOut: new Map() };
  windows.set(logger, opened);
  const close = () => {
    windows.delete(logger);
    for (const [event, leftOut] of opened.leftOut)
      logger.warn({ event, leftOut }, 'security events left out');
  };
  setTimeout(close, perProcess.windowSeconds * 1000).unref();
  return opened;
}

/** Counts a line against the bounds of its event, of all senders and of one. False if one of them is used up. */
function isAdmitted(logger: Logger, event: SecurityEvent, { address, userId, account }: SecurityDetails) {
  const { lines, leftOut } = currentWindow(logger);
  const sender = `${event} ${address === undefined ? (userId ?? account) : networkOf(address)}`;
  const [ofAll, ofSender] = [lines.get(event) ?? 0, lines.get(sender) ?? 0];
  if (ofAll >= perProcess.count || ofSender >= perAddress.count) {
    leftOut.set(event, (leftOut.get(event) ?? 0) + 1);
    return false;
  }
  lines.set(event, ofAll + 1).set(sender, ofSender + 1);
  return true;
}

/**
 * Writes one line, at level `warn` or, for routine events, `info`: `event` and its details, nothing else. Each event is
 * written so often per minute for one sender and for all; what was left out is counted in a line at the minute's end.
 * Routine events are always written: they take a right password.
 */
export function logSecurityEvent(logger: Logger, event: SecurityEvent, details: SecurityDetails): void {
  if (usual.includes(event)) logger.info({ event, ...details }, 'security event');
  else if (isAdmitted(logger, event, details)) logger.warn({ event, ...details }, 'security event');
}

/** A pseudonym of an e-mail for the log: the same for every spelling in upper or lower case, and not readable. */
export function accountOf(email: string): string {
  return createHash('sha256').update(email.toLowerCase()).digest('hex').slice(0, 16);
}
