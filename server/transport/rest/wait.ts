import { setTimeout as after } from 'node:timers/promises';
import { exemptFromShedding } from '../http/middleware/load-shedding.ts';
import type { Call } from './operation.ts';

/** The maximum wait in seconds; clients that need longer repeat the request. */
export const maxWaitSeconds = 60;

/** The seconds to wait according to a `Prefer` header (RFC 7240), at most 60; 0 if it does not ask for it. */
export function secondsToWait(prefer: string | undefined): number {
  const requested = /(?:^|,)\s*wait\s*=\s*"?(\d{1,9})"?\s*(?=$|[,;])/i.exec(prefer ?? '')?.[1];
  return Math.min(Number(requested ?? 0), maxWaitSeconds);
}

/** Yields at each change of a job, until it has ended or its caller's signal aborts. */
type Watch = (caller: Call['caller']) => Promise<AsyncIterable<unknown>>;

/**
 * Waits until the job has ended or the time requested by `Prefer` is over, then resolves with true; resolves with false
 * immediately if no wait was requested. Counts as one of the user's streams (decision 022), and ends early with it:
 * when the connection, the session or the server ends. Rejects as `watch` does.
 */
export async function waitForEnd(
  { callerUntil, leaveUpload, req, res }: Call,
  watch: Watch,
): Promise<boolean> {
  const seconds = secondsToWait(req.get('prefer'));
  if (seconds === 0) return false;
  leaveUpload();
  exemptFromShedding(res);
  const over = new AbortController();
  const done = new AbortController();
  void after(seconds * 1000, undefined, { signal: done.signal }).then(
    () => over.abort(),
    () => undefined,
  );
  try {
    for await (const _ of await watch(callerUntil(over.signal)));
    res.set('Preference-Applied', `wait=${seconds}`);
    return true;
  } finally {
    done.abort();
  }
}
