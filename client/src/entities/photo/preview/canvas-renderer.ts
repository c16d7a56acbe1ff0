import type { Grid } from '#shared/motion/grid.ts';
import type { Renderer } from './renderer.ts';
import { warp } from './warp.ts';

/** The most pixels that the CPU can draw in time on its own. */
const maxPixels = 220_000;

/** Draws without WebGL, at a lower resolution for large photos. Null if the browser has no memory for a canvas. */
export function createCanvasRenderer(photo: HTMLCanvasElement, grid: Grid): Renderer | null {
  const scale = Math.min(1, Math.sqrt(maxPixels / (photo.width * photo.height)));
  const width = Math.round(photo.width * scale);
  const height = Math.round(photo.height * scale);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) return null;
  context.imageSmoothingQuality = 'high';
  context.drawImage(photo, 0, 0, width, height);
  const source = context.getImageData(0, 0, width, height);
  const frame = context.createImageData(width, height);
  return {
    canvas,
    // Two layers and eyelids are too much for the CPU alone: here people move together with the background.
    takesScene: false,
    setLayers: () => undefined,
    repaint: () => undefined,
    draw(motion) {
      warp(source, motion, grid, frame);
      context.putImageData(frame, 0, 0);
    },
    dispose() {
      canvas.width = 0;
    },
  };
}
