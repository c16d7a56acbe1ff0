import { aborted } from '#client/lib/abort.ts';

export type Pause = (milliseconds: number | null, signal: AbortSignal, nudge?: EventTarget) => Promise<void>;

/**
 * Waits this long; with `nudge`, also ends when the device comes online or the user asks; null waits for those alone.
 * Throws an AbortError when `signal` aborts.
 */
export const pauseInBrowser: Pause = (milliseconds, signal, nudge) => {
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
};
