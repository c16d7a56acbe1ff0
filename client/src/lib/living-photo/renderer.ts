import type { FrameMotion } from '../../../../shared/motion/frame-motion.ts';

/** Draws a photo as it is moved, on a canvas of its own. */
export interface Renderer {
  readonly canvas: HTMLCanvasElement;
  draw(motion: FrameMotion): void;
  /** Gives everything back that the renderer holds; it draws nothing any more. */
  dispose(): void;
}
