import { setTimeout as after } from 'node:timers/promises';
import { putOff } from '../http/load-shedding.ts';
import type { Call } from './operations/operation.ts';

/** The longest that an answer waits; somebody who wants more asks again. */
export const longestWaitSeconds = 60;

/** The seconds that a `Prefer` header asks to wait (RFC 7240), at most 60; 0 where it says nothing about it. */
export function secondsToWait(prefer: string | undefined): number {
  const asked = /(?:^|,)\s*wait\s*=\s*"?(\d{1,9})"?\s*(?=$|[,;])/i.exec(prefer ?? '')?.[1];
  return Math.min(Number(asked ?? 0), longestWaitSeconds);
}

/** Yields at each change of a job, until it has ended or its caller's signal aborts. */
type Watch = (caller: Call['caller']) => Promise<AsyncIterable<unknown>>;

/**
 * Resolves when the job has ended, or when the seconds are over that the call's `Prefer` asks for: with true, or at once
 * with false where nothing is to be waited for. It counts as a stream of its user's (decision 077) and ends
 * early where that does: with its connection, its session, or this server. Rejects as `watch` does.
 */
export async function waitForEnd(
  { callerUntil, leaveUpload, req, res }: Call,
  watch: Watch,
): Promise<boolean> {
  const seconds = secondsToWait(req.get('prefer'));
  if (seconds === 0) return false;
  leaveUpload();
  putOff(res);
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
