import { createCanvasRenderer } from './canvas-renderer.ts';
import type { Grid } from '#shared/motion/grid.ts';
import type { Renderer } from './renderer.ts';
import { createWebglRenderer } from './webgl-renderer.ts';

/** The best renderer that the browser supports, attached to the page. */
export interface Stage {
  /** The photo at the size at which it is shown; null if layers and eyelids can't be drawn. */
  readonly source: HTMLCanvasElement | null;
  readonly renderer: Pick<Renderer, 'setLayers' | 'repaint' | 'draw'>;
  dispose(): void;
}

/**
 * Shows the photo on a canvas that becomes the first child of `host`: with WebGL2, or on a 2D canvas if WebGL2 is
 * missing or its context is lost. `onReplaced` is called when an empty canvas has replaced the previous one.
 */
export function createStage(
  host: HTMLElement,
  photo: HTMLCanvasElement,
  grid: Grid,
  onReplaced: () => void,
): Stage {
  const sized = atShownSize(photo, host);
  let renderer: Renderer | null = createWebglRenderer(sized, grid, () => {
    clear();
    show(createCanvasRenderer(sized, grid));
    onReplaced();
  });
  show(renderer ?? createCanvasRenderer(sized, grid));

  function show(next: Renderer | null): void {
    renderer = next;
    if (next) host.append(next.canvas);
  }
  function clear(): void {
    renderer?.canvas.remove();
    renderer?.dispose();
    renderer = null;
  }
  return {
    get source() {
      return renderer?.takesScene ? sized : null;
    },
    renderer: {
      draw: (motion) => renderer?.draw(motion),
      setLayers: (layers) => renderer?.setLayers(layers),
      repaint: (part) => renderer?.repaint(part),
    },
    dispose: clear,
  };
}

/** The photo at the size in device pixels at which the page shows it: anything larger only draws slower. */
function atShownSize(photo: HTMLCanvasElement, host: HTMLElement): HTMLCanvasElement {
  const probe = Object.assign(document.createElement('canvas'), { width: photo.width, height: photo.height });
  host.append(probe);
  const scale = (probe.clientWidth * devicePixelRatio) / photo.width;
  probe.remove();
  if (scale === 0 || scale >= 1) return photo;
  probe.width = Math.round(photo.width * scale);
  probe.height = Math.round(photo.height * scale);
  const context = probe.getContext('2d', { alpha: false, willReadFrequently: true });
  if (!context) return photo;
  context.imageSmoothingQuality = 'high';
  context.drawImage(photo, 0, 0, probe.width, probe.height);
  return probe;
}
