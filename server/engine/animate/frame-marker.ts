import type { FrameSize } from '#shared/motion/frame-size.ts';
import type { Plane } from '#shared/motion/plane.ts';
import type { Kernel } from './kernel.ts';
import type { MarkPart } from './watermark.ts';

/** Draws the mark onto a frame of planar Y'CbCr 4:2:0 in the kernel's memory, in place. */
export type FrameMarker = (frame: number) => void;

/** Prepares a mark for the kernel, once for all frames: what to keep and what to add, for luma and both chromas. */
export function createFrameMarker(
  kernel: Kernel,
  { width, height }: FrameSize,
  mark: readonly MarkPart[],
): FrameMarker {
  const chromaWidth = width / 2;
  const blends = mark.flatMap(({ left, top, alpha, white }) => {
    // BT.709 limited range: black is 16, white 235; grey has its chroma at 128.
    const luma = upload(kernel, alpha, (i) => 16 * alpha.data[i]! + 219 * white.data[i]!);
    const half = halve(alpha);
    const chroma = upload(kernel, half, (i) => 128 * half.data[i]!);
    const chromaStart = width * height + (top / 2) * chromaWidth + left / 2;
    return [
      { ...luma, offset: top * width + left, stride: width },
      { ...chroma, offset: chromaStart, stride: chromaWidth },
      { ...chroma, offset: chromaStart + (chromaWidth * height) / 2, stride: chromaWidth },
    ];
  });
  return (frame) => {
    for (const { offset, stride, add, keep, columns, rows } of blends) {
      kernel.blendOverlay(frame + offset, stride, add, keep, columns, rows);
    }
  };
}

function upload(kernel: Kernel, alpha: Plane, premultiplied: (index: number) => number) {
  const size = alpha.data.length;
  const add = kernel.allocate(size);
  const keep = kernel.allocate(size);
  kernel.bytes(add, size).set(alpha.data.map((_, i) => Math.round(premultiplied(i))));
  kernel.bytes(keep, size).set(alpha.data.map((value) => 255 - Math.round(255 * value)));
  return { add, keep, columns: alpha.width, rows: alpha.height };
}

/** The mean over 2x2 samples. */
function halve(plane: Plane): Plane {
  const { width, data } = plane;
  const half = { width: width / 2, height: plane.height / 2 };
  const mean = Float32Array.from({ length: half.width * half.height }, (_, i) => {
    const first = 2 * Math.floor(i / half.width) * width + 2 * (i % half.width);
    return (data[first]! + data[first + 1]! + data[first + width]! + data[first + width + 1]!) / 4;
  });
  return { ...half, data: mean };
}
