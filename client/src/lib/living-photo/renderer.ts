import type { Repaint } from '../../../../shared/motion/eyes.ts';
import type { FrameMotion } from '../../../../shared/motion/frame-motion.ts';
import type { Layers } from '../../../../shared/motion/layers.ts';

/** Draws a photo as it is moved, on a canvas of its own. */
export interface Renderer {
  readonly canvas: HTMLCanvasElement;
  /** Whether it draws layers and changed parts; one that does not draws the photo as one piece. */
  readonly takesScene: boolean;
  /** The photo in two layers, of the size of the photo given at first. */
  setLayers(layers: Layers): void;
  /** Puts another picture in the place of a part of the photo. */
  repaint(part: Repaint): void;
  draw(motion: FrameMotion): void;
  /** Gives everything back that the renderer holds; it draws nothing any more. */
  dispose(): void;
}
