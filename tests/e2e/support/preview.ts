import { writeFile } from 'node:fs/promises';
import { expect, type Page } from '@playwright/test';
import { preparePhoto } from '#server/features/generation/photos/photo.ts';
import { sharp } from '#server/platform/image.ts';
import { createFrameRenderer } from '#server/engine/animate/frame-renderer.ts';
import { createKernel } from '#server/engine/animate/kernel.ts';
import { openPhoto } from '#server/engine/animate/open-photo.ts';
import { detectPeople } from '#server/engine/animate/seeing/analysis.ts';
import { type FrameSize, frameSizeFor } from '#shared/motion/frame-size.ts';
import { createPlane } from '#shared/motion/plane.ts';
import { defaultAnimationOptions } from '#shared/motion/movements.ts';
import { seedOf } from '#shared/motion/seed.ts';

/** The luma of a picture, 8 bits per sample: BT.709, limited range. */
export interface Luma extends FrameSize {
  readonly data: Uint8Array;
}

/** The host of the preview's canvas. */
export const preview = (page: Page) => page.locator('[data-depth]');

/** Makes frames readable after they were shown, in pages opened from now on; optionally disables WebGL2. */
export async function keepFrames(page: Page, webgl = true): Promise<void> {
  await page.addInitScript((allowed) => {
    const { getContext } = HTMLCanvasElement.prototype;
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      type: string,
      options?: object,
    ) {
      if (type === 'webgl2' && !allowed) return null;
      return Reflect.apply(getContext, this, [type, { ...options, preserveDrawingBuffer: true }]) as unknown;
    } as typeof getContext;
  }, webgl);
}

/** What the preview's canvas currently shows, as a PNG data URL: two are equal exactly if the frames are. */
export function shownFrame(page: Page): Promise<string> {
  return preview(page)
    .locator('canvas')
    .evaluate((canvas: HTMLCanvasElement) => canvas.toDataURL());
}

/** The luma of a frame returned by `shownFrame`. */
export async function lumaOf(frame: string): Promise<Luma> {
  const png = Buffer.from(frame.slice(frame.indexOf(',') + 1), 'base64');
  const { data: rgb, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const data = Uint8Array.from({ length: width * height }, (_, i) => {
    const [r = 0, g = 0, b = 0] = rgb.subarray(3 * i, 3 * i + 3);
    return Math.round(16 + (219 / 255) * (0.2126 * r + 0.7152 * g + 0.0722 * b));
  });
  return { width, height, data };
}

/**
 * Starts a preview that is at its beginning, and pauses it as soon as it is well under way; returns the phase of the
 * loop. Runs entirely in the page, because the loop would have moved on by the time the test sees a frame.
 */
export async function playUntilMoved(page: Page): Promise<number> {
  const phase = await preview(page).evaluate(async (host: HTMLElement) => {
    const button = host.parentElement?.querySelector('button');
    const canvas = host.querySelector('canvas');
    if (!button || !canvas) throw new Error('There is no preview');
    const size = { width: 200, height: 200 };
    const context = Object.assign(document.createElement('canvas'), size).getContext('2d', {
      willReadFrequently: true,
    });
    const look = () => {
      context?.drawImage(canvas, 0, 0, size.width, size.height);
      return context?.getImageData(0, 0, size.width, size.height).data ?? new Uint8ClampedArray();
    };
    const still = look();
    const moved = () =>
      look().reduce((sum, value, i) => sum + Math.abs(value - (still[i] ?? 0)), 0) / still.length;
    button.click();
    while (moved() < 2.5) await new Promise((resolve) => requestAnimationFrame(resolve));
    button.click();
    while (host.dataset.phase === undefined) await new Promise((resolve) => requestAnimationFrame(resolve));
    return host.dataset.phase;
  });
  return Number(phase);
}

/** Drops a photo on the try-it area. */
export async function dropPhoto(page: Page, photo: Buffer, name: string): Promise<void> {
  const transfer = await page.evaluateHandle(
    ([content, name]) => {
      const bytes = Uint8Array.from(atob(content), (character) => character.codePointAt(0) ?? 0);
      const transfer = new DataTransfer();
      transfer.items.add(new File([bytes], name));
      return transfer;
    },
    [photo.toString('base64'), name] as const,
  );
  const place = page.locator('#try input[type=file]').locator('..');
  await place.scrollIntoViewIfNeeded();
  // The page is hydrated at the first interaction.
  await expect
    .poll(async () => {
      await place.dispatchEvent('dragenter', { dataTransfer: transfer });
      return place.getAttribute('data-over');
    })
    .not.toBeNull();
  await place.dispatchEvent('drop', { dataTransfer: transfer });
}

/**
 * Draws the server's frames of a photo, from its upload on, at any phase of the loop and at any size. `file` is the
 * path for the prepared photo; without `looks`, as if the people in it were unknown.
 */
export async function openVideo(
  upload: Buffer,
  file: string,
  looks = true,
): Promise<(phase: number, size: FrameSize) => Promise<Uint8Array>> {
  const { jpeg, ...prepared } = await preparePhoto(upload);
  await writeFile(file, jpeg);
  const frame = frameSizeFor(prepared);
  const kernel = await createKernel(200);
  const nobody = { ...frame, faces: [], people: createPlane(1, 1) };
  const detection = looks ? await detectPeople(file) : nobody;
  const open = await openPhoto({
    photoPath: file,
    detection,
    seed: seedOf(upload),
    options: defaultAnimationOptions,
  });
  const renderer = createFrameRenderer(kernel, open.photo, open.scene, open.plan);
  const target = kernel.allocate(renderer.frameBytes);
  return (phase, size) => {
    renderer.draw([{ phase, target }]);
    const luma = kernel.bytes(target, frame.width * frame.height);
    const scaled = sharp(luma, { raw: { ...frame, channels: 1 } }).resize({ ...size, fit: 'fill' });
    return scaled.toColourspace('b-w').raw().toBuffer();
  };
}
