import type { RgbPicture } from '../../../shared/motion/plane.ts';
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

/** A plane at twice its size, in pairs of rows; width and height are those of the original plane. */
export type Texture = SamplePlane;

/** Y, U and V of a picture. */
export type YuvPlanes = readonly [SamplePlane, SamplePlane, SamplePlane];

/** Converts a picture of even width and height to Y'CbCr planes in the kernel's memory, with room for their margins. */
export function createPlanes(kernel: Kernel, { width, height, data }: RgbPicture): YuvPlanes {
  const rgb = kernel.allocate(data.length);
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
  // The doubled plane is no longer needed once its rows are paired.
  const scratch = kernel.allocate(doubledStride(width) * 2 * (height + 2 * margin));
  return {
    create(plane) {
      kernel.mirrorMargin(plane.origin, plane.stride, plane.width, plane.height, margin);
      const doubled = doubledStride(plane.width);
      const doubledOrigin = scratch + 2 * margin * doubled + 2 * margin;
      // 2 more than the motion's reach, for the bilinear neighbours.
      const extent = reach + 2;
      const size = [plane.width, plane.height, extent] as const;
      kernel.upsampleHalfPel(plane.origin, plane.stride, ...size, doubledOrigin, doubled);
      const stride = 2 * doubled;
      const base = kernel.allocate(stride * 2 * (plane.height + 2 * margin));
      const origin = base + 2 * margin * stride + 4 * margin;
      kernel.pairRows(doubledOrigin, doubled, ...size, origin, stride);
      return { origin, stride, width: plane.width, height: plane.height };
    },
    refresh(texture, plane, left, top, width, height) {
      const doubled = doubledStride(width);
      const doubledOrigin = scratch + 2 * margin * doubled + 2 * margin;
      const from = plane.origin + top * plane.stride + left;
      kernel.upsampleHalfPel(from, plane.stride, width, height, 0, doubledOrigin, doubled);
      const origin = texture.origin + 2 * top * texture.stride + 4 * left;
      kernel.pairRows(doubledOrigin, doubled, width, height, 0, origin, texture.stride);
    },
  };
}

function doubledStride(width: number): number {
  return alignTo16(2 * (width + 2 * margin));
}

function alignTo16(value: number): number {
  return (value + 15) & ~15;
}
