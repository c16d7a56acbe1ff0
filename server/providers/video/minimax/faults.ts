import type { ErrorCode } from '#shared/errors.ts';
import { RemoteError } from '../remote/service.ts';

/** MiniMax's transient codes (`base_resp.status_code`): unknown, timeout, limits, internal. */
const busy = new Set([1000, 1001, 1002, 1013, 1024, 1033, 1039, 1041, 2045]);
/** A bad key, no balance, a plan's limits. */
const operator = new Set([1004, 2049, 1008, 2056, 2061]);
/** Errors that only a different photo or description can fix. */
const user = new Map<number, ErrorCode>([
  [1026, 'input_refused'],
  [1027, 'output_refused'],
  [1042, 'prompt_unreadable'],
  [2013, 'photo_unsuitable'],
]);

/** Maps one of MiniMax's codes to an error. Unknown codes count as failures on their side. */
export function faultOfCode(code: number, message: string): RemoteError {
  const text = `MiniMax answered ${code} (${message})`;
  const fault = user.get(code);
  if (fault) return new RemoteError('refused', text, { code: fault });
  return new RemoteError(busy.has(code) ? 'busy' : operator.has(code) ? 'rejected' : 'failed', text);
}

const byStatus: Record<number, RemoteError['outcome']> = {
  401: 'rejected',
  402: 'rejected',
  403: 'rejected',
  404: 'rejected',
  408: 'lost',
  429: 'busy',
};

/** Maps an HTTP status without a MiniMax code to an error. */
export function faultOfStatus(status: number, message: string): RemoteError {
  const text = `MiniMax answered HTTP ${status} (${message})`;
  if (status === 400) return new RemoteError('refused', text, { code: 'photo_unsuitable' });
  if (status === 422) return new RemoteError('refused', text, { code: 'input_refused' });
  return new RemoteError(byStatus[status] ?? 'lost', text);
}
