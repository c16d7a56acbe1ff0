import type { RgbPicture } from '../../../shared/motion/plane.ts';
import type { Kernel } from './kernel.ts';

/** How far past the photo's edge the motion may look, in samples of a plane. */
export const reach = 24;
const margin = reach + 24;

/** One plane of the photo in the kernel's memory. */
export interface SamplePlane {
  /** Byte offset of the photo's first sample. */
  readonly origin: number;
  readonly stride: number;
  readonly width: number;
  readonly height: number;
}

/** A plane at twice its size in pairs of rows; width and height are those of the plane itself, not doubled. */
export type Texture = SamplePlane;

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
  const scratch = kernel.allocate(doubledStride(width) * 2 * (height + 2 * margin));
  const texture = (plane: SamplePlane): Texture => createTexture(kernel, plane, scratch);
  return [texture(luma), texture(blue), texture(red)];
}

function allocatePlane(kernel: Kernel, width: number, height: number): SamplePlane {
  const stride = alignTo16(width + 2 * margin);
  const base = kernel.allocate(stride * (height + 2 * margin));
  return { origin: base + margin * stride + margin, stride, width, height };
}

/** `scratch` has room for the doubled plane, which is of no use afterwards. */
function createTexture(kernel: Kernel, plane: SamplePlane, scratch: number): Texture {
  const { width, height } = plane;
  kernel.mirrorMargin(plane.origin, plane.stride, width, height, margin);
  const doubled = doubledStride(width);
  const doubledOrigin = scratch + 2 * margin * doubled + 2 * margin;
  // 2 more than the motion may reach, for the bilinear neighbours.
  const extent = reach + 2;
  kernel.upsampleHalfPel(plane.origin, plane.stride, width, height, extent, doubledOrigin, doubled);
  const stride = 2 * doubled;
  const base = kernel.allocate(stride * 2 * (height + 2 * margin));
  const origin = base + 2 * margin * stride + 4 * margin;
  kernel.pairRows(doubledOrigin, doubled, width, height, extent, origin, stride);
  return { origin, stride, width, height };
}

function doubledStride(width: number): number {
  return alignTo16(2 * (width + 2 * margin));
}

function alignTo16(value: number): number {
  return (value + 15) & ~15;
}
