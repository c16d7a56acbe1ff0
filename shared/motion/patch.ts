import type { FrameSize } from './frame-size.ts';
import { type Plane, planeLike, type RgbPicture } from './plane.ts';

/** A rectangle of whole pixels inside the frame, with all values even. */
export interface Patch {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The patch around these places, in pixels. Null if it is entirely outside of the frame. */
export function patchAround(
  places: readonly (readonly [x: number, y: number])[],
  frame: FrameSize,
): Patch | null {
  const even = (value: number): number => 2 * Math.floor(value / 2);
  const xs = places.map(([x]) => x);
  const ys = places.map(([, y]) => y);
  const left = Math.max(0, even(Math.min(...xs)));
  const top = Math.max(0, even(Math.min(...ys)));
  const right = Math.min(frame.width, even(Math.max(...xs)) + 2);
  const bottom = Math.min(frame.height, even(Math.max(...ys)) + 2);
  return right - left < 4 || bottom - top < 4
    ? null
    : { left, top, width: right - left, height: bottom - top };
}

/** The RGB bytes of a patch of the photo. */
export function cutPatch(photo: RgbPicture, { left, top, width, height }: Patch): Uint8Array {
  const out = new Uint8Array(3 * width * height);
  for (let row = 0; row < height; row++) {
    const from = 3 * ((top + row) * photo.width + left);
    out.set(photo.data.subarray(from, from + 3 * width), 3 * row * width);
  }
  return out;
}

/** The three channels of a patch's RGB bytes. */
export function channelsOf(rgb: Uint8Array, patch: Patch): Plane[] {
  return [0, 1, 2].map((channel) => planeLike(patch, (i) => rgb[3 * i + channel]!));
}
