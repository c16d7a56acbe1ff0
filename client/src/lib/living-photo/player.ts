import { depthOf } from './depth-of.ts';
import { createLivingMotion, phaseAt } from './living-motion.ts';
import { createStage } from './stage.ts';

/** Slow as the motion is, more frames are not seen, only paid for. A little less than their interval, for uneven clocks. */
const shortestStepSeconds = 1 / 30 - 0.004;
/** A frame that comes later than this after the one before delays the motion instead of making it jump. */
const longestStepSeconds = 0.1;

/** Plays one photo's loop. */
export interface Player {
  /** Goes on, or stands still. In a hidden tab nothing is drawn either way. */
  setPlaying(playing: boolean): void;
  /** Removes the canvas and gives everything back. */
  dispose(): void;
}

/**
 * Shows a photo's preview on a canvas in `host`, still at first. The host tells how it goes: `data-depth` is "usual" until
 * the photo's own depth is known and "own" from then on; `data-phase` is where in the loop (0 to 1) it stands still.
 */
export function createPlayer(host: HTMLElement, preview: HTMLCanvasElement): Player {
  const motion = createLivingMotion(preview);
  const stage = createStage(host, preview, motion.grid, draw);
  let seconds = 0;
  let last: number | null = null;
  let request: number | null = null;
  let disposed = false;

  function draw(): void {
    stage.draw(motion.at(seconds));
  }

  function step(now: number): void {
    request = requestAnimationFrame(step);
    const passed = last === null ? 0 : (now - last) / 1000;
    if (last !== null && passed < shortestStepSeconds) return;
    last = now;
    seconds += Math.min(passed, longestStepSeconds);
    draw();
  }

  function rest(): void {
    if (request !== null) cancelAnimationFrame(request);
    request = null;
    host.dataset.phase = phaseAt(seconds).toFixed(5);
  }

  host.dataset.depth = 'usual';
  rest();
  draw();
  void depthOf(preview).then((estimate) => {
    if (disposed || !estimate) return;
    motion.learn(estimate);
    host.dataset.depth = 'own';
  });

  return {
    setPlaying(playing) {
      if (playing === (request !== null)) return;
      if (!playing) return rest();
      delete host.dataset.phase;
      last = null;
      request = requestAnimationFrame(step);
    },
    dispose() {
      disposed = true;
      rest();
      stage.dispose();
    },
  };
}
