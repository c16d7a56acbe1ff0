/** Slow as the motion is, more frames are not seen, only paid for. A little less than their interval, for uneven clocks. */
const shortestStepSeconds = 1 / 30 - 0.004;
/** A frame that comes later than this after the one before delays the motion instead of making it jump. */
const longestStepSeconds = 0.1;

/** A clock that goes on with the frames it draws, and stands while it is stopped or nobody can see the page. */
export interface FrameLoop {
  start(): void;
  stop(): void;
}

/** `onFrame` is told the seconds that were played in all, at most 30 times a second. */
export function createFrameLoop(onFrame: (seconds: number) => void): FrameLoop {
  let seconds = 0;
  let last: number | null = null;
  let request: number | null = null;

  function step(now: number): void {
    request = requestAnimationFrame(step);
    // The first frame moves already: standing still a frame longer would only be seen as a delay.
    const passed = last === null ? shortestStepSeconds : (now - last) / 1000;
    if (last !== null && passed < shortestStepSeconds) return;
    last = now;
    seconds += Math.min(passed, longestStepSeconds);
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
