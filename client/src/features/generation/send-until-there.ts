import { aborted } from '../../lib/abort.ts';
import { ConnectionLost, wasAnswered } from '../../lib/error-code.ts';

/** How long to wait before the server is asked again, in milliseconds; the last one stands for all that follow. */
const pauses = [1_000, 2_000, 5_000, 10_000, 20_000];
/** What is cut off so often, one time after the other, is not sent again unasked. */
const unasked = 3;

interface Sending {
  /** Sends the photo; resolves with its task. Throws ConnectionLost where no answer came. */
  send: () => Promise<string>;
  /** Asks the server for a task that the photo became before the connection was lost; null if there is none. */
  arrived: () => Promise<string | null>;
  onLost: () => void;
  /** Aborts when the person wants it no more. */
  signal: AbortSignal;
  /** Its event `now` says that the person does not want to wait. */
  nudge: EventTarget;
}

/**
 * Sends a photo until it is there, over connections that are lost: again when the device is back online, after a while, and
 * when the person says so. Never makes two videos of one photo: the server is asked first. Throws what is not about the
 * connection, and an AbortError where `signal` ended it.
 */
export async function sendUntilThere({ send, arrived, onLost, signal, nudge }: Sending): Promise<string> {
  for (let lost = 1; ; lost += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
    }
    onLost();
    const taskId = await untilAnswered(arrived, signal, nudge, lost < unasked);
    if (taskId !== null) return taskId;
  }
}

async function untilAnswered(
  ask: () => Promise<string | null>,
  signal: AbortSignal,
  nudge: EventTarget,
  byItself: boolean,
): Promise<string | null> {
  for (let tries = 0; ; tries += 1) {
    const pause = pauses[Math.min(tries, pauses.length - 1)] ?? 0;
    await sooner(signal, nudge, byItself ? pause : null);
    try {
      return await ask();
    } catch (error) {
      if (wasAnswered(error)) throw error;
    }
  }
}

/** Waits so long, or until the device is online or the person asks. Throws an AbortError when `signal` aborts. */
function sooner(signal: AbortSignal, nudge: EventTarget, milliseconds: number | null): Promise<void> {
  const over = new AbortController();
  return new Promise<void>((resolve, reject) => {
    const ends = { signal: over.signal };
    const stop = () => reject(aborted('Upload cancelled'));
    if (signal.aborted) return stop();
    signal.addEventListener('abort', stop, ends);
    nudge.addEventListener('now', () => resolve(), ends);
    window.addEventListener('online', () => resolve(), ends);
    // Offline there is nothing to try.
    if (milliseconds === null || !navigator.onLine) return;
    const timer = setTimeout(resolve, milliseconds);
    over.signal.addEventListener('abort', () => clearTimeout(timer));
  }).finally(() => over.abort());
}
