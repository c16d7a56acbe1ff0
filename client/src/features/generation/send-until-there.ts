import { aborted } from '../../lib/abort.ts';
import { ConnectionLost, errorCodeOf, RequestFailure, wasAnswered } from '../../lib/error-code.ts';

/** What keeps a photo from travelling for now: the connection was lost, or the server asks for a rest. */
export type Hindrance = { is: 'lost' } | { is: 'resting'; seconds: number };

/** How long to wait before the server is asked again, in milliseconds; the last one stands for all that follow. */
const pauses = [1_000, 2_000, 5_000, 10_000, 20_000];
/** What is cut off so often, one time after the other, is not sent again unasked. */
const unasked = 3;
/** Where the server asks for a rest without saying how long. */
const usualRestSeconds = 10;

interface Sending {
  /** Sends the photo; resolves with its task. Throws ConnectionLost where no answer came. */
  send: (onProgress: (fraction: number) => void) => Promise<string>;
  /** Asks the server for the task that the photo has become without our hearing of it; null if there is none. */
  find: () => Promise<string | null>;
  /** Told how much of the photo has left, from 0 to 1: from then on it may have arrived. */
  onProgress: (fraction: number) => void;
  /** Told what it waits for, and null as soon as it goes on. */
  onHindrance: (hindrance: Hindrance | null) => void;
  /** Aborts when the person wants it no more. */
  signal: AbortSignal;
  /** Its event `now` says that the person does not want to wait for the connection. */
  nudge: EventTarget;
}

/**
 * Sends a photo until it is there. Over connections that are lost: again when the device is back online, after a while, and
 * when the person says so. Where the server answers 429: after as long as it asks for. Never makes two videos of one photo:
 * what may have arrived is looked for first. Throws what neither the connection nor waiting can mend, and an AbortError where
 * `signal` ended it.
 */
export async function sendUntilThere(sending: Sending): Promise<string> {
  const { send, find, onProgress, onHindrance, signal } = sending;
  let lost = 0;
  let mayBeThere = false;
  let isHindered = false;

  function hinder(hindrance: Hindrance | null) {
    isHindered = hindrance !== null;
    onHindrance(hindrance);
  }

  for (;;) {
    let hasLeft = false;
    try {
      return await send((fraction) => {
        hasLeft = fraction === 1;
        if (isHindered) hinder(null);
        onProgress(fraction);
      });
    } catch (error) {
      const rest = restAskedFor(error);
      if (rest !== null) {
        hinder({ is: 'resting', seconds: rest });
        await pause(rest * 1000, signal);
        hinder(null);
        continue;
      }
      if (!(error instanceof ConnectionLost)) throw error;
    }
    mayBeThere ||= hasLeft;
    lost += 1;
    hinder({ is: 'lost' });
    // Asked in any case: an answer says that the connection is back.
    const taskId = await untilAnswered(find, sending, lost < unasked);
    if (taskId !== null && mayBeThere) return taskId;
  }
}

/** How long the server asks to wait before another try, in seconds; null where it does not. */
function restAskedFor(error: unknown): number | null {
  if (errorCodeOf(error) !== 'too_many_requests') return null;
  return (error instanceof RequestFailure ? error.retryAfterSeconds : null) ?? usualRestSeconds;
}

async function untilAnswered(
  ask: () => Promise<string | null>,
  { signal, nudge }: Pick<Sending, 'signal' | 'nudge'>,
  byItself: boolean,
): Promise<string | null> {
  for (let tries = 0; ; tries += 1) {
    const milliseconds = pauses[Math.min(tries, pauses.length - 1)] ?? 0;
    // Offline there is nothing to try.
    await pause(byItself && navigator.onLine ? milliseconds : null, signal, nudge);
    try {
      return await ask();
    } catch (error) {
      if (wasAnswered(error)) throw error;
    }
  }
}

/**
 * Waits so long, or with `nudge` until the device is online or the person asks; null waits for those alone. Throws an
 * AbortError when `signal` aborts.
 */
function pause(milliseconds: number | null, signal: AbortSignal, nudge?: EventTarget): Promise<void> {
  const over = new AbortController();
  return new Promise<void>((resolve, reject) => {
    const ends = { signal: over.signal };
    const stop = () => reject(aborted('Upload cancelled'));
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, ends);
    if (nudge) {
      nudge.addEventListener('now', () => resolve(), ends);
      window.addEventListener('online', () => resolve(), ends);
    }
    if (milliseconds === null) return;
    const timer = setTimeout(resolve, milliseconds);
    over.signal.addEventListener('abort', () => clearTimeout(timer));
  }).finally(() => over.abort());
}
