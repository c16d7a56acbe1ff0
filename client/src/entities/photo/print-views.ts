import type { RgbPicture } from '#shared/motion/plane.ts';
import { type Turn, turnPicture } from '#shared/motion/turn.ts';
import { inspectPrint } from '#shared/print/find-print.ts';
import { type BorderMode, type Corners, type HeldArea, heldArea, printSizeFor } from '#shared/print/print.ts';
import { straighten } from '#shared/print/straighten.ts';
import { opaque, pictureOf } from './preview/canvas-pixels.ts';

/** A photo as its video will show it. */
export interface PhotoView {
  /** Not GPU-accelerated, since its pixels are read back. */
  readonly preview: HTMLCanvasElement;
  /** Nothing moves outside of it; null if all of the photo may move. */
  readonly held: HeldArea | null;
  /** Where it is in the upright photo; null if it is all of it. */
  readonly corners: Corners | null;
}

/** The views of a photo by what happens to its border, if it is of a print; otherwise the same view for each. */
export interface PhotoViews extends Readonly<Record<BorderMode, PhotoView>> {
  readonly isPrint: boolean;
}

/** Looks for the border of a print as the server will. Throws if the browser has no memory for a canvas. */
export function viewsOf(preview: HTMLCanvasElement): PhotoViews {
  const size = printSizeFor(preview);
  const { print, fragile } = inspectPrint(pictureOf(preview, size.width, size.height));
  const held = print ? heldArea(print, 'keep') : fragile;
  const keep: PhotoView = { preview, held, corners: null };
  if (!print) return { crop: keep, keep, isPrint: false };
  const straight = straighten(pictureOf(preview, preview.width, preview.height), print.corners);
  const { corners } = print;
  return {
    crop: { preview: canvasOf(straight), held: heldArea(print, 'crop'), corners },
    keep,
    isPrint: true,
  };
}

/** The views of a photo that is turned first. Throws if the browser has no memory for a canvas. */
export function turnViews(views: PhotoViews, turn: Turn): PhotoViews {
  if (turn === 0) return views;
  const { preview } = views.keep;
  return viewsOf(canvasOf(turnPicture(pictureOf(preview, preview.width, preview.height), turn)));
}

/** Draws a picture onto a preview canvas. Throws if the browser has no memory for a canvas. */
export function canvasOf({ width, height, data }: RgbPicture): HTMLCanvasElement {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) throw new Error('There is no memory for a canvas');
  context.putImageData(new ImageData(new Uint8ClampedArray(opaque(data)), width, height), 0, 0);
  return canvas;
}
