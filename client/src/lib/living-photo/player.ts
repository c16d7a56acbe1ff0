import { depthOf } from './depth-of.ts';
import { createFrameLoop } from './frame-loop.ts';
import { createLivingMotion, phaseAt } from './living-motion.ts';
import { createStage } from './stage.ts';

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
  // Asked first: the worker sets out while the rest is being prepared.
  const depth = depthOf(preview);
  const motion = createLivingMotion(preview);
  const stage = createStage(host, preview, motion.grid, draw);
  const loop = createFrameLoop((played) => {
    seconds = played;
    draw();
  });
  let seconds = 0;
  let disposed = false;

  function draw(): void {
    stage.draw(motion.at(seconds));
  }

  function setPlaying(playing: boolean): void {
    if (playing) {
      loop.start();
      delete host.dataset.phase;
    } else {
      loop.stop();
      host.dataset.phase = phaseAt(seconds).toFixed(5);
    }
  }

  async function learnDepth(): Promise<void> {
    const estimate = await depth;
    if (disposed || !estimate) return;
    motion.learn(estimate);
    host.dataset.depth = 'own';
  }

  host.dataset.depth = 'usual';
  setPlaying(false);
  draw();
  void learnDepth();
  return {
    setPlaying,
    dispose() {
      disposed = true;
      setPlaying(false);
      stage.dispose();
    },
  };
}
