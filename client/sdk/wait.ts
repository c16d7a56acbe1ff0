import { pause } from './retry.ts';

export interface WaitOptions<State> {
  /** Called with the state immediately, every few seconds, and at the end. */
  readonly onProgress?: ((state: State) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** With a progress callback, responses come every few seconds; without one, as rarely as proxies allow. */
const seconds = { telling: 2, silent: 25 };
const maxPause = 8000;

/**
 * Polls a job until it has ended, using calls that wait for its end (`Prefer: wait`). If a user has more than ten
 * waiting calls, the server answers the oldest early; those poll again after growing pauses. Rejects as `ask` does.
 */
export async function untilEnded<State>(
  ask: (waitSeconds: number) => Promise<State>,
  hasEnded: (state: State) => boolean,
  { onProgress, signal }: WaitOptions<State>,
): Promise<State> {
  const wait = onProgress ? seconds.telling : seconds.silent;
  if (onProgress) onProgress(await ask(0));
  for (let next = 1000; ; ) {
    const startedAt = Date.now();
    const state = await ask(wait);
    onProgress?.(state);
    if (hasEnded(state)) return state;
    if (Date.now() - startedAt >= wait * 500) {
      next = 1000;
    } else {
      await pause(next * (0.5 + Math.random() / 2), signal);
      next = Math.min(next * 2, maxPause);
    }
  }
}
