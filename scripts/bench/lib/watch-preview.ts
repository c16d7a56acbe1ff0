import type { Page } from '@playwright/test';

/** The times of the preview's events, in milliseconds after the file was chosen. */
export interface PreviewTimes {
  /** The first frame, which is still. */
  readonly shown: number;
  /** The first frame that differs: a still photo is drawn with the same pixels each time. */
  readonly moving: number;
  /** The first such frame that is drawn with the photo's own depth. */
  readonly movingByOwnDepth: number;
}

/**
 * Detects, inside the page and by the pixels of the canvas, when a preview begins to move. Call it before the page is
 * opened; the returned function resolves after a file was chosen there.
 */
export async function watchPreview(page: Page): Promise<() => Promise<PreviewTimes>> {
  await page.addInitScript(() => {
    // Frames are read after the browser may already have discarded them.
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      type: string,
      options?: object,
    ) {
      return Reflect.apply(getContext, this, [type, { ...options, preserveDrawingBuffer: true }]) as unknown;
    } as typeof getContext;

    const side = 128;
    const reader = document.createElement('canvas').getContext('2d', { willReadFrequently: true })!;
    const middleOf = (canvas: HTMLCanvasElement): Uint8ClampedArray => {
      const [x, y] = [(canvas.width - side) / 2, (canvas.height - side) / 2];
      reader.drawImage(canvas, x, y, side, side, 0, 0, side, side);
      return reader.getImageData(0, 0, side, side).data;
    };
    /** One pixel in four hundred differs. */
    const differs = (a: Uint8ClampedArray, b: Uint8ClampedArray): boolean => {
      let count = 0;
      for (let i = 0; i < a.length; i += 4) if (a[i + 1] !== b[i + 1]) count += 1;
      return count > a.length / 4 / 400;
    };

    const times = new Promise<object>((resolve) => {
      addEventListener(
        'change',
        () => {
          const start = performance.now();
          let first: Uint8ClampedArray | null = null;
          let shown = 0;
          let moving = 0;
          const look = () => {
            const host = document.querySelector<HTMLElement>('[data-depth]');
            const canvas = host?.querySelector('canvas');
            const passed = performance.now() - start;
            if (canvas && !first) {
              first = middleOf(canvas).slice();
              shown = passed;
            } else if (canvas && first && differs(first, middleOf(canvas))) {
              moving ||= passed;
              if (host?.dataset.depth === 'own') return resolve({ shown, moving, movingByOwnDepth: passed });
            }
            requestAnimationFrame(look);
          };
          look();
        },
        { capture: true, once: true },
      );
    });
    Object.assign(globalThis, { previewTimes: times });
  });
  return () =>
    page.evaluate(() => (globalThis as unknown as { previewTimes: Promise<PreviewTimes> }).previewTimes);
}

/** Disables WebGL2 in pages opened from now on. */
export async function withoutWebgl(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      type: string,
      options?: object,
    ) {
      return type === 'webgl2' ? null : (Reflect.apply(getContext, this, [type, options]) as unknown);
    } as typeof getContext;
  });
}

/** Counts the frames that the page draws, with WebGL or without, in this many seconds. */
export function countFrames(page: Page, seconds: number): Promise<number> {
  return page.evaluate(async (milliseconds) => {
    let frames = 0;
    const { drawElements } = WebGL2RenderingContext.prototype;
    const { putImageData } = CanvasRenderingContext2D.prototype;
    WebGL2RenderingContext.prototype.drawElements = function (this: WebGL2RenderingContext, ...args) {
      frames += 1;
      return drawElements.apply(this, args);
    };
    CanvasRenderingContext2D.prototype.putImageData = function (
      this: CanvasRenderingContext2D,
      ...args: Parameters<typeof putImageData>
    ) {
      frames += 1;
      return putImageData.apply(this, args);
    } as typeof putImageData;
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    WebGL2RenderingContext.prototype.drawElements = drawElements;
    CanvasRenderingContext2D.prototype.putImageData = putImageData;
    return frames;
  }, seconds * 1000);
}
