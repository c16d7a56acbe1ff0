/**
 * At 30 frames a second: with motion this slow, more would cost without being noticed. Slightly shorter than that
 * interval, to tolerate timer jitter.
 */
const minStepSeconds = 1 / 30 - 0.004;
/** A gap between frames longer than this pauses the motion instead of making it jump. */
const maxStepSeconds = 0.1;

/** A clock that advances with the frames drawn, and pauses while it is stopped or the page is hidden. */
export interface FrameLoop {
  start(): void;
  stop(): void;
}

/** Calls `onFrame` with the total seconds played, at most 30 times a second. */
export function createFrameLoop(onFrame: (seconds: number) => void): FrameLoop {
  let seconds = 0;
  let last: number | null = null;
  let request: number | null = null;

  function step(now: number): void {
    request = requestAnimationFrame(step);
    // The first frame already moves: another still frame would only look like a delay.
    const passed = last === null ? minStepSeconds : (now - last) / 1000;
    if (last !== null && passed < minStepSeconds) return;
    last = now;
    seconds += Math.min(passed, maxStepSeconds);
    onFrame(seconds);
  }

  return {
    start() {
      if (request !== null) return;
      last = null;
      request = requestAnimationFrame(step);
    },
    stop() {
      if (request !== null) cancelAnimationFrame(request);
      request = null;
    },
  };
}
