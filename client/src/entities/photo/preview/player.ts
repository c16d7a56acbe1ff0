import type { Eyes } from '#shared/motion/eyes.ts';
import { splitLayers } from '#shared/motion/layers.ts';
import type { RestPoint } from '#shared/motion/found-faces.ts';
import type { MotionPlan } from '#shared/motion/motion-plan.ts';
import { createPlanEyes } from '#shared/motion/plan-eyes.ts';
import type { Plane, RgbPicture } from '#shared/motion/plane.ts';
import { scaleFace } from '#shared/vision/detect-people.ts';
import type { PhotoView } from '../print-views.ts';
import { rgbOf } from './canvas-pixels.ts';
import { depthOf } from './depth-of.ts';
import { createFrameLoop } from './frame-loop.ts';
import { createLivingMotion, phaseAt, type PhotoAnalysis } from './living-motion.ts';
import { detectionOf } from './detection-of.ts';
import { createStage } from './stage.ts';

/** Plays the loop of one photo. */
export interface Player {
  /** Resumes or pauses. Nothing is drawn in a hidden tab either way. */
  setPlaying(playing: boolean): void;
  /** Who rests from now on, by points of the upright photo. */
  setRest(rest: readonly RestPoint[]): void;
  /** Removes the canvas and releases all resources. */
  dispose(): void;
}

/**
 * Shows the preview of a photo's view on a canvas in `host`, paused at first. Data attributes of the host report the
 * state: `data-depth` is "usual" until the photo's own depth is known, then "own"; `data-sight` is "people" once the
 * people in the photo are known; `data-phase` is the position in the loop (0 to 1) at which it is paused. `seed` has
 * the same effect as in the video.
 */
export function createPlayer(host: HTMLElement, view: PhotoView, seed: number): Player {
  const { preview } = view;
  // Requested first: the worker starts while the rest is being prepared.
  const depth = depthOf(preview, null);
  const motion = createLivingMotion(preview, seed, view);
  const stage = createStage(host, preview, motion.grid, draw);
  const loop = createFrameLoop((played) => {
    seconds = played;
    draw();
  });
  let eyesAt: Eyes = () => [];
  let known: PhotoAnalysis | null = null;
  let rest: readonly RestPoint[] = [];
  let seconds = 0;
  let disposed = false;

  function draw(): void {
    for (const part of eyesAt(phaseAt(seconds))) stage.renderer.repaint(part);
    stage.renderer.draw(motion.at(seconds));
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

  async function learn(): Promise<void> {
    const first = await depth;
    if (disposed || !first) return;
    motion.update({ estimate: first, detection: null });
    host.dataset.depth = 'own';
    const detection = stage.source && (await detectionOf(preview));
    const estimate = detection && (await depthOf(preview, detection.people));
    if (disposed || !estimate || !stage.source) return;
    known = { estimate, detection };
    const { plan, scene } = motion.update({ ...known, rest });
    if (scene.isLayered && estimate.people) split(stage.source, plan, estimate.people);
    openEyes(stage.source, plan);
    // If paused, it stays still; the change shows with the next frame.
    host.dataset.sight = 'people';
  }

  function setRest(points: readonly RestPoint[]): void {
    if (points === rest) return;
    rest = points;
    if (!known || !stage.source) return;
    const { plan } = motion.update({ ...known, rest });
    // As in the photo: who rests from now on may just have blinked.
    for (const part of eyesAt(0)) stage.renderer.repaint(part);
    openEyes(stage.source, plan);
  }

  /** From now on, people move in front of their background. */
  function split(source: HTMLCanvasElement, plan: MotionPlan, people: Plane): void {
    const [x, y] = [source.width / plan.frameWidth, source.height / plan.frameHeight];
    const faces = plan.people.map(({ head }) => scaleFace(head.face, x, y));
    stage.renderer.setLayers(splitLayers(pixelsOf(source), people, faces));
  }

  /** From now on, people and animals blink and look. */
  function openEyes(source: HTMLCanvasElement, plan: MotionPlan): void {
    eyesAt = createPlanEyes(pixelsOf(source), plan);
  }

  host.dataset.depth = 'usual';
  setPlaying(false);
  draw();
  void learn();
  return {
    setPlaying,
    setRest,
    dispose() {
      disposed = true;
      setPlaying(false);
      stage.dispose();
    },
  };
}

const pixelsOf = (source: HTMLCanvasElement): RgbPicture => ({
  width: source.width,
  height: source.height,
  data: rgbOf(source),
});
