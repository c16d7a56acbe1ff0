import type { RgbPicture } from '../../../shared/motion/plane.ts';
import type { Kernel } from './kernel.ts';

/** How far past the photo's edge the motion may look, in samples of a plane. */
export const reach = 24;
const margin = reach + 24;

/** One plane of the photo at twice its size, in the kernel's memory. */
export interface Texture {
  /** Byte offset of texel (0, 0), which is the photo's first sample. */
  readonly origin: number;
  readonly stride: number;
  /** Size of the plane itself, not doubled. */
  readonly width: number;
  readonly height: number;
}

/** Y, U and V of the photo as textures. */
export type PhotoTextures = readonly [Texture, Texture, Texture];

/** Brings a photo of even width and height into the kernel's memory: converted to Y'CbCr, mirrored at its edges, doubled. */
export function createTextures(kernel: Kernel, photo: RgbPicture): PhotoTextures {
  const { width, height, data } = photo;
  const rgb = kernel.allocate(data.length);
  kernel.bytes(rgb, data.length).set(data);
  const luma = allocatePlane(kernel, width, height);
  const blue = allocatePlane(kernel, width / 2, height / 2);
  const red = allocatePlane(kernel, width / 2, height / 2);
  kernel.rgbToYuv(rgb, width, height, luma.origin, luma.stride, blue.origin, red.origin, blue.stride);
  return [double(kernel, luma), double(kernel, blue), double(kernel, red)];
}

function allocatePlane(kernel: Kernel, width: number, height: number): Texture {
  const stride = alignTo16(width + 2 * margin);
  const base = kernel.allocate(stride * (height + 2 * margin));
  return { origin: base + margin * stride + margin, stride, width, height };
}

function double(kernel: Kernel, plane: Texture): Texture {
  const { width, height } = plane;
  kernel.mirrorMargin(plane.origin, plane.stride, width, height, margin);
  const stride = alignTo16(2 * (width + 2 * margin));
  const base = kernel.allocate(stride * 2 * (height + 2 * margin));
  const origin = base + 2 * margin * stride + 2 * margin;
  // 2 more than the motion may reach, for the bilinear neighbours.
  kernel.upsampleHalfPel(plane.origin, plane.stride, width, height, reach + 2, origin, stride);
  return { origin, stride, width, height };
}

function alignTo16(value: number): number {
  return (value + 15) & ~15;
}
