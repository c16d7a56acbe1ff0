import { ConnectionLost, errorCodeOf, RequestFailure, wasAnswered } from '#client/api/error-code.ts';
import type { Pause } from './pause.ts';

/** Why a photo can't be sent at the moment: the connection was lost, or the server asks to wait. */
export type SendBlock =
  | { is: 'lost' }
  /** `isRefused`: the photo has not become a task; otherwise the server still works on it. */
  | { is: 'resting'; seconds: number; isRefused: boolean };

/** The backoff before the server is asked again, in milliseconds; the last value repeats. */
const pauses = [1_000, 2_000, 5_000, 10_000, 20_000];
/** After this many interrupted attempts in a row, it is not sent again automatically. */
const maxAutomaticAttempts = 3;
/** Used if the server asks to wait without saying how long. */
const defaultDelaySeconds = 10;

interface Delivery {
  /**
   * Sends the photo, each time with the same `Idempotency-Key`; resolves with its task. Throws ConnectionLost if no
   * response came.
   */
  send: (onProgress: (fraction: number) => void) => Promise<string>;
  /** A small request: its response, whatever it is, shows that the connection is back. */
  reach: () => Promise<unknown>;
  /** Called with the uploaded share of the photo, from 0 to 1: at 1 it may have arrived. */
  onProgress: (fraction: number) => void;
  /** Called with what it waits for, and with null once it continues. */
  onBlocked: (block: SendBlock | null) => void;
  /** Aborts when the user cancels. */
  signal: AbortSignal;
  /** Its `now` event means that the user does not want to wait for the connection. */
  nudge: EventTarget;
  pause: Pause;
}

/**
 * Sends a photo, retrying until it arrives. After a lost connection: once the device is back online, after a backoff,
 * or when the user asks. After a 429, or while the server still works on the attempt before: after the delay that it
 * requests. Never makes two videos of one photo, whatever was lost: the server answers a photo that has arrived with its
 * task. Throws errors that neither a connection nor waiting can fix, and an AbortError if `signal` aborted.
 */
export async function deliver(delivery: Delivery): Promise<string> {
  const { send, onProgress, onBlocked, signal, pause } = delivery;
  let lost = 0;
  let isBlocked = false;

  function setBlock(block: SendBlock | null) {
    isBlocked = block !== null;
    onBlocked(block);
  }

  for (;;) {
    try {
      return await send((fraction) => {
        if (isBlocked) setBlock(null);
        onProgress(fraction);
      });
    } catch (error) {
      const rest = requestedDelay(error);
      if (rest !== null) {
        setBlock({
          is: 'resting',
          seconds: rest,
          isRefused: errorCodeOf(error) === 'too_many_requests',
        });
        await pause(rest * 1000, signal);
        setBlock(null);
        continue;
      }
      if (!(error instanceof ConnectionLost)) throw error;
    }
    lost += 1;
    setBlock({ is: 'lost' });
    await untilReached(delivery, lost < maxAutomaticAttempts);
  }
}

/** The delay that the server requests, in seconds; null if it requests none. */
function requestedDelay(error: unknown): number | null {
  const code = errorCodeOf(error);
  if (code !== 'too_many_requests' && code !== 'idempotency_in_progress') return null;
  return (error instanceof RequestFailure ? error.retryAfterSeconds : null) ?? defaultDelaySeconds;
}

async function untilReached({ reach, signal, nudge, pause }: Delivery, byItself: boolean): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    const milliseconds = pauses[Math.min(tries, pauses.length - 1)] ?? 0;
    // While offline there is nothing to try.
    await pause(byItself && navigator.onLine ? milliseconds : null, signal, nudge);
    try {
      await reach();
      return;
    } catch (error) {
      if (wasAnswered(error)) throw error;
    }
  }
}
