import type { Repaint } from '#shared/motion/eyes.ts';
import type { FrameMotion } from '#shared/motion/frame-motion.ts';
import type { Layers } from '#shared/motion/layers.ts';

/** Draws a photo in motion, on a canvas of its own. */
export interface Renderer {
  readonly canvas: HTMLCanvasElement;
  /** Whether it draws layers and repainted parts; otherwise it draws the photo as one piece. */
  readonly takesScene: boolean;
  /** Splits the photo into two layers, both of the size of the original photo. */
  setLayers(layers: Layers): void;
  /** Replaces part of the photo. */
  repaint(part: Repaint): void;
  draw(motion: FrameMotion): void;
  /** Releases everything that the renderer holds; it must not draw afterwards. */
  dispose(): void;
}
