import { pause } from './retry.ts';

export interface WaitOptions<State> {
  /** Told the state at once, every few seconds, and at the end. */
  readonly onProgress?: ((state: State) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** With progress to tell, answers come every few seconds; without it, as rarely as proxies let them. */
const seconds = { telling: 2, silent: 25 };
const longestPause = 8000;

/**
 * Asks how a job is until it has ended, with calls that each wait for its end (`Prefer: wait`). The server answers a user's oldest
 * wait before its time where there are more than ten: those ask again after growing pauses. Rejects as `ask` does.
 */
export async function untilEnded<State>(
  ask: (waitSeconds: number) => Promise<State>,
  hasEnded: (state: State) => boolean,
  { onProgress, signal }: WaitOptions<State>,
): Promise<State> {
  const wait = onProgress ? seconds.telling : seconds.silent;
  if (onProgress) onProgress(await ask(0));
  for (let next = 1000; ; ) {
    const asked = Date.now();
    const state = await ask(wait);
    onProgress?.(state);
    if (hasEnded(state)) return state;
    if (Date.now() - asked >= wait * 500) {
      next = 1000;
    } else {
      await pause(next * (0.5 + Math.random() / 2), signal);
      next = Math.min(next * 2, longestPause);
    }
  }
}
