import { createPlane, type Plane } from '../../../shared/motion/plane.ts';

/** Where outlines land in a raster: `scale` pixels per unit, the point (0, 0) at (`x`, `y`). */
export interface OutlinePlacement {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
}

/** A straight edge that runs downwards from `top` to `bottom`; `winding` is -1 if the outline runs upwards there. */
interface Edge {
  readonly top: number;
  readonly bottom: number;
  readonly x: number;
  readonly slope: number;
  readonly winding: 1 | -1;
}

const scanlinesPerPixel = 5;
const segmentsPerCurve = 8;

/**
 * Fills outlines (SVG path data of absolute M, L, H, V, Q and Z, non-zero rule) and answers the coverage of each pixel,
 * 0 to 1. Done by hand because the server's image decoder must not open SVG at all.
 */
export function rasterizeOutlines(
  paths: readonly string[],
  placement: OutlinePlacement,
  width: number,
  height: number,
): Plane {
  const coverage = createPlane(width, height);
  const edges = paths.flatMap((path) => edgesOf(path, placement));
  for (let row = 0; row < height; row++) {
    const near = edges.filter((edge) => edge.top < row + 1 && edge.bottom > row);
    for (let line = 0; line < scanlinesPerPixel; line++) {
      fillScanline(coverage, near, row, row + (line + 0.5) / scanlinesPerPixel);
    }
  }
  return coverage;
}

function fillScanline(coverage: Plane, edges: readonly Edge[], row: number, y: number): void {
  const crossings = edges
    .filter((edge) => edge.top <= y && y < edge.bottom)
    .map((edge) => ({ x: edge.x + (y - edge.top) * edge.slope, winding: edge.winding }))
    .sort((a, b) => a.x - b.x);
  let winding = 0;
  for (const [i, crossing] of crossings.entries()) {
    winding += crossing.winding;
    const next = crossings[i + 1];
    if (winding !== 0 && next) addSpan(coverage, row, crossing.x, next.x, 1 / scanlinesPerPixel);
  }
}

function addSpan(coverage: Plane, row: number, from: number, to: number, weight: number): void {
  const start = Math.max(0, from);
  const end = Math.min(coverage.width, to);
  for (let column = Math.floor(start); column < end; column++) {
    const covered = Math.min(end, column + 1) - Math.max(start, column);
    coverage.data[row * coverage.width + column]! += covered * weight;
  }
}

function edgesOf(path: string, { scale, x: left, y: top }: OutlinePlacement): Edge[] {
  const edges: Edge[] = [];
  for (const outline of flatten(path)) {
    const points = outline.map(([x, y]) => [left + x * scale, top + y * scale] as const);
    for (const [i, [x0, y0]] of points.entries()) {
      const [x1, y1] = points[(i + 1) % points.length]!;
      if (y0 === y1) continue;
      const slope = (x1 - x0) / (y1 - y0);
      edges.push(
        y0 < y1
          ? { top: y0, bottom: y1, x: x0, slope, winding: 1 }
          : { top: y1, bottom: y0, x: x1, slope, winding: -1 },
      );
    }
  }
  return edges;
}

type Point = readonly [x: number, y: number];

/** Path data to closed polygons. Throws on a command that is not known. */
function flatten(path: string): Point[][] {
  const outlines: Point[][] = [];
  let here: Point = [0, 0];
  for (const [, command, list = ''] of path.matchAll(/([A-Za-z])([^A-Za-z]*)/g)) {
    const n = list.match(/-?\d+/g)?.map(Number) ?? [];
    if (command === 'M') outlines.push([]);
    const outline = outlines.at(-1) ?? [];
    const lineTo = (point: Point): void => {
      outline.push(point);
      here = point;
    };
    if (command === 'M' || command === 'L') for (let i = 0; i < n.length; i += 2) lineTo([n[i]!, n[i + 1]!]);
    else if (command === 'H') for (const x of n) lineTo([x, here[1]]);
    else if (command === 'V') for (const y of n) lineTo([here[0], y]);
    else if (command === 'Q') {
      for (let i = 0; i < n.length; i += 4) curveTo(here, [n[i]!, n[i + 1]!], [n[i + 2]!, n[i + 3]!], lineTo);
    } else if (command !== 'Z') throw new Error(`Unknown path command ${command}`);
  }
  return outlines;
}

function curveTo(from: Point, control: Point, to: Point, lineTo: (point: Point) => void): void {
  for (let k = 1; k <= segmentsPerCurve; k++) {
    const t = k / segmentsPerCurve;
    const at = (axis: 0 | 1): number =>
      (1 - t) * (1 - t) * from[axis] + 2 * t * (1 - t) * control[axis] + t * t * to[axis];
    lineTo([at(0), at(1)]);
  }
}
