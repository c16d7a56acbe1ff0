/** A single-channel picture: floats, row by row. */
export interface Plane {
  readonly width: number;
  readonly height: number;
  readonly data: Float32Array;
}

/** A picture of 8-bit RGB triples, row by row. */
export interface RgbPicture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export function createPlane(width: number, height: number): Plane {
  return { width, height, data: new Float32Array(width * height) };
}

/** A plane of the same size, each value computed from the index of its sample. */
export function planeLike(shape: { width: number; height: number }, value: (index: number) => number): Plane {
  const plane = createPlane(shape.width, shape.height);
  for (let i = 0; i < plane.data.length; i++) plane.data[i] = value(i);
  return plane;
}

/** Bilinear sample at (x, y), where whole numbers are sample centres; positions outside are clamped to the edge. */
export function samplePlane(plane: Plane, x: number, y: number): number {
  const { width, height, data } = plane;
  const left = Math.min(Math.max(x, 0), width - 1);
  const top = Math.min(Math.max(y, 0), height - 1);
  const column = Math.min(Math.floor(left), Math.max(width - 2, 0));
  const row = Math.min(Math.floor(top), Math.max(height - 2, 0));
  const right = width > 1 ? 1 : 0;
  const below = height > 1 ? width : 0;
  const fx = left - column;
  const fy = top - row;
  const i = row * width + column;
  const upper = data[i]! + (data[i + right]! - data[i]!) * fx;
  const lower = data[i + below]! + (data[i + below + right]! - data[i + below]!) * fx;
  return upper + (lower - upper) * fy;
}

/** Interpolates between the sample at `i`, its right neighbour and the two below them, with rows `width` apart. */
export function bilinear(data: Float32Array, i: number, width: number, fx: number, fy: number): number {
  const upper = data[i]! + (data[i + 1]! - data[i]!) * fx;
  const lower = data[i + width]! + (data[i + width + 1]! - data[i + width]!) * fx;
  return upper + (lower - upper) * fy;
}

/** Resizes a plane with bilinear sampling. */
export function resizePlane(plane: Plane, size: { width: number; height: number }): Plane {
  const { width, height } = size;
  const result = createPlane(width, height);
  for (let row = 0, i = 0; row < height; row++) {
    const y = ((row + 0.5) * plane.height) / height - 0.5;
    for (let column = 0; column < width; column++, i++)
      result.data[i] = samplePlane(plane, ((column + 0.5) * plane.width) / width - 0.5, y);
  }
  return result;
}

/** A picture at half its size, each pixel the mean of four. */
export function halve({ data, width, height }: RgbPicture): RgbPicture {
  const half = { width: width >> 1, height: height >> 1 };
  const out = new Uint8Array(3 * half.width * half.height);
  const stride = 3 * width;
  for (let y = 0, to = 0; y < half.height; y++) {
    for (let from = 2 * y * stride, x = 0; x < half.width; x++, from += 6) {
      for (let k = from; k < from + 3; k++, to++) {
        out[to] = (data[k]! + data[k + 3]! + data[k + stride]! + data[k + stride + 3]! + 2) >> 2;
      }
    }
  }
  return { ...half, data: out };
}

/** The value below which the given share (0 to 1) of all samples lies. */
export function quantile(plane: Plane, share: number): number {
  const sorted = Float32Array.from(plane.data).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}

export function clamp01(value: number): number {
  return value < 0 ? 0 : value > 1 ? 1 : value;
}

/** The nearest 8-bit level. */
export function toByte(value: number): number {
  return value < 0 ? 0 : value > 255 ? 255 : Math.round(value);
}

/** 0 below `from`, 1 above `to`, a smooth cubic step between. */
export function smoothstep(from: number, to: number, value: number): number {
  const t = clamp01((value - from) / (to - from));
  return t * t * (3 - 2 * t);
}
