import { createPlane, type Plane } from './plane.ts';

/** Mean over a square of side 2 radius + 1, clipped at the plane's edge. Run time doesn't depend on the radius. */
export function boxBlur(plane: Plane, radius: number): Plane {
  const result = createPlane(plane.width, plane.height);
  blurInto(plane, radius, createPlane(plane.width, plane.height), result);
  return result;
}

/** Three box blurs, close to a Gaussian with a standard deviation of about the radius. */
export function smoothBlur(plane: Plane, radius: number): Plane {
  const across = createPlane(plane.width, plane.height);
  const result = createPlane(plane.width, plane.height);
  blurInto(plane, radius, across, result);
  blurInto(result, radius, across, result);
  blurInto(result, radius, across, result);
  return result;
}

/** Like `boxBlur`, without allocating planes; `across` is scratch, `result` may be `plane` itself. */
function blurInto({ data, width, height }: Plane, radius: number, across: Plane, result: Plane): void {
  for (let y = 0; y < height; y++) blurRow(data, across.data, y * width, width, radius);
  blurColumns(across.data, result.data, width, height, radius);
}

function blurRow(
  source: Float32Array,
  target: Float32Array,
  start: number,
  width: number,
  radius: number,
): void {
  let sum = 0;
  let count = 0;
  for (; count < radius && count < width; count++) sum += source[start + count]!;
  for (let x = 0; x < width; x++) {
    if (x + radius < width) {
      sum += source[start + x + radius]!;
      count++;
    }
    if (x > radius) {
      sum -= source[start + x - radius - 1]!;
      count--;
    }
    target[start + x] = sum / count;
  }
}

/** Processes all columns together, row by row, which reads memory sequentially. */
function blurColumns(
  source: Float32Array,
  target: Float32Array,
  width: number,
  height: number,
  radius: number,
): void {
  const sums = new Float64Array(width);
  const add = (row: number, sign: 1 | -1): void => {
    for (let x = 0, i = row * width; x < width; x++, i++) sums[x]! += sign * source[i]!;
  };
  let count = 0;
  for (; count < radius && count < height; count++) add(count, 1);
  for (let y = 0; y < height; y++) {
    if (y + radius < height) {
      add(y + radius, 1);
      count++;
    }
    if (y > radius) {
      add(y - radius - 1, -1);
      count--;
    }
    for (let x = 0, i = y * width; x < width; x++, i++) target[i] = sums[x]! / count;
  }
}
