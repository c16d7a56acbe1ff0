import { type ErrorCode, errorCatalogue } from '#shared/errors.ts';
import { isAbort } from '#client/lib/abort.ts';
import { errorCodeOf, needsPayment } from '#client/lib/error-code.ts';
import type { PhotoState } from './queue.ts';

interface Sending {
  places: readonly number[];
  /** The number of concurrent uploads. */
  atOnce: number;
  /** Resolves when the photo has become a task. Throws an AbortError if it was stopped. */
  send: (place: number) => Promise<unknown>;
  /** Called with each change of a photo's state. */
  tell: (place: number, state: PhotoState) => void;
  /** Aborts when no further photo may be started. */
  signal: AbortSignal;
}

/** The consequence of a failure, for this photo and for the others. */
type ErrorOutcome = { stop: true } | { state: PhotoState };

function outcomeOf(error: unknown): ErrorOutcome {
  const code: ErrorCode | null = errorCodeOf(error);
  if (isAbort(error) || needsPayment(error) || code === 'not_signed_in') return { stop: true };
  const isFinal = code !== null && errorCatalogue[code].status < 500 && !code.startsWith('upload_');
  return { state: { is: isFinal ? 'declined' : 'failed', code } };
}

/**
 * Sends photos, a few at a time. A failed one does not hold up the others. When credits run out, the session ends or
 * the user stops it, no further one is started, and those not sent become `ready` again. Never rejects.
 */
export async function sendAll({ places, atOnce, send, tell, signal }: Sending): Promise<void> {
  const waiting = [...places];
  let stopped = false;

  async function sendOne(place: number): Promise<void> {
    try {
      await send(place);
      tell(place, { is: 'sent' });
    } catch (error) {
      const verdict = outcomeOf(error);
      if ('state' in verdict) return tell(place, verdict.state);
      stopped = true;
      tell(place, { is: 'ready' });
    }
  }

  async function work(): Promise<void> {
    for (;;) {
      if (stopped || signal.aborted) return;
      const place = waiting.shift();
      if (place === undefined) return;
      await sendOne(place);
    }
  }

  await Promise.all(Array.from({ length: atOnce }, work));
}
