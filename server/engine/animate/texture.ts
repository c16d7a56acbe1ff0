import type { RgbPicture } from '#shared/motion/plane.ts';
import type { Kernel } from './kernel.ts';

/** How far past the photo's edge the motion may sample, in samples of a plane. */
export const reach = 24;
export const margin = reach + 24;

/** One plane of a picture in the kernel's memory. */
export interface SamplePlane {
  /** Byte offset of the picture's first sample. */
  readonly origin: number;
  readonly stride: number;
  readonly width: number;
  readonly height: number;
}

/** A plane at twice its size; width and height are those of the original plane. */
export type Texture = SamplePlane;

/** Y, U and V of a picture. */
export type YuvPlanes = readonly [SamplePlane, SamplePlane, SamplePlane];

/**
 * Converts a picture of even width and height to Y'CbCr planes in the kernel's memory, with room for their margins.
 * `rgb` has room for the picture.
 */
export function createPlanes(kernel: Kernel, rgb: number, { width, height, data }: RgbPicture): YuvPlanes {
  kernel.bytes(rgb, data.length).set(data);
  const luma = createPlane(kernel, width, height);
  const blue = createPlane(kernel, width / 2, height / 2);
  const red = createPlane(kernel, width / 2, height / 2);
  kernel.rgbToYuv(rgb, width, height, luma.origin, luma.stride, blue.origin, red.origin, blue.stride);
  return [luma, blue, red];
}

/** An uninitialized plane in the kernel's memory. */
export function createPlane(kernel: Kernel, width: number, height: number): SamplePlane {
  const stride = alignTo16(width + 2 * margin);
  const base = kernel.allocate(stride * (height + 2 * margin));
  return { origin: base + margin * stride + margin, stride, width, height };
}

/** Creates textures from planes, and refreshes parts of them. */
export interface TextureMaker {
  /** Creates a texture from a plane, mirrored at its edges and doubled. */
  create(plane: SamplePlane): Texture;
  /** Regenerates a part of a texture from its plane; `left`, `top`, `width` and `height` are multiples of 8. */
  refresh(
    texture: Texture,
    plane: SamplePlane,
    left: number,
    top: number,
    width: number,
    height: number,
  ): void;
}

/** `width` and `height` are those of the largest plane. */
export function createTextureMaker(kernel: Kernel, width: number, height: number): TextureMaker {
  const scratch = kernel.allocate(doubledStride(width) * (height + 2 * margin));
  const originIn = (base: number, stride: number) => base + margin * stride + 2 * margin;
  return {
    create(plane) {
      kernel.mirrorMargin(plane.origin, plane.stride, plane.width, plane.height, margin);
      const stride = doubledStride(plane.width);
      const base = kernel.allocate(stride * 2 * (plane.height + 2 * margin));
      const origin = base + 2 * margin * stride + 2 * margin;
      // 2 more than the motion's reach, for the bilinear neighbours.
      const extent = reach + 2;
      const size = [plane.width, plane.height, extent] as const;
      kernel.upsampleHalfPel(plane.origin, plane.stride, ...size, originIn(scratch, stride), origin, stride);
      return { origin, stride, width: plane.width, height: plane.height };
    },
    refresh({ origin, stride }, plane, left, top, width, height) {
      const from = plane.origin + top * plane.stride + left;
      const to = origin + 2 * top * stride + 2 * left;
      kernel.upsampleHalfPel(from, plane.stride, width, height, 0, originIn(scratch, stride), to, stride);
    },
  };
}

function doubledStride(width: number): number {
  return alignTo16(2 * (width + 2 * margin));
}

function alignTo16(value: number): number {
  return (value + 15) & ~15;
}
