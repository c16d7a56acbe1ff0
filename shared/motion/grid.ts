import type { Curve } from './curves.ts';
import type { FrameSize } from './frame-size.ts';
import { type Plane, samplePlane } from './plane.ts';

/** The vertices at which motion is defined: row by row, from the upper left corner to beyond the lower right one. */
export interface Grid {
  readonly frameWidth: number;
  readonly frameHeight: number;
  /** Pixels between vertices: 16, or 8 if faces move. */
  readonly cellSize: 8 | 16;
  /**
   * Vertices per row and column. If they are 8 apart, every second one forms a grid of 16 that covers the frame too.
   */
  readonly columns: number;
  readonly rows: number;
}

export function createGrid({ width, height }: FrameSize, cellSize: 8 | 16): Grid {
  const along = (length: number): number => (Math.ceil(length / 16) + 1) * (16 / cellSize) + 1;
  return {
    frameWidth: width,
    frameHeight: height,
    cellSize,
    columns: along(width),
    rows: along(height),
  };
}

/** A component of an animation: each vertex's source offset in pixels when its curve is at 1. */
export interface Movement {
  readonly curve: Curve;
  /** The part of the grid that moves, in vertices; `x` and `y` cover only that part. */
  readonly left: number;
  readonly top: number;
  readonly columns: number;
  readonly rows: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/** An area of the frame in pixels. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/**
 * Creates a movement whose offset is computed for each vertex from its position in pixels and its index in the grid;
 * for the whole frame, or for the vertices within an area.
 */
export function createMovement(
  grid: Grid,
  curve: Curve,
  offset: (x: number, y: number, index: number) => readonly [number, number],
  area?: Area,
): Movement {
  const { cellSize } = grid;
  const first = (from: number): number => Math.max(0, Math.ceil(from / cellSize));
  const end = (to: number, count: number): number => Math.min(count, Math.floor(to / cellSize) + 1);
  const left = area ? first(area.left) : 0;
  const top = area ? first(area.top) : 0;
  const columns = Math.max(0, (area ? end(area.right, grid.columns) : grid.columns) - left);
  const rows = Math.max(0, (area ? end(area.bottom, grid.rows) : grid.rows) - top);
  const x = new Float32Array(columns * rows);
  const y = new Float32Array(columns * rows);
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      const index = (top + row) * grid.columns + left + column;
      const [dx, dy] = offset((left + column) * cellSize, (top + row) * cellSize, index);
      x[i] = dx;
      y[i] = dy;
    }
  }
  return { curve, left, top, columns, rows, x, y };
}

/** The same movement without rows and columns at its edges in which nothing moves. */
export function trimMovement({ curve, left, top, columns, rows, x, y }: Movement): Movement {
  let [first, last, upper, lower] = [columns, -1, rows, -1];
  for (let row = 0, i = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++, i++) {
      if (x[i] === 0 && y[i] === 0) continue;
      first = Math.min(first, column);
      last = Math.max(last, column);
      upper = Math.min(upper, row);
      lower = row;
    }
  }
  const size = { columns: Math.max(0, last - first + 1), rows: Math.max(0, lower - upper + 1) };
  const crop = (values: Float32Array) => {
    const cropped = new Float32Array(size.columns * size.rows);
    for (let row = 0; row < size.rows; row++) {
      const from = (upper + row) * columns + first;
      cropped.set(values.subarray(from, from + size.columns), row * size.columns);
    }
    return cropped;
  };
  return { curve, left: left + first, top: top + upper, ...size, x: crop(x), y: crop(y) };
}

/** Samples a plane of the frame's aspect at each vertex. */
export function sampleToGrid(plane: Plane, grid: Grid): Float32Array {
  const toPlaneX = plane.width / grid.frameWidth;
  const toPlaneY = plane.height / grid.frameHeight;
  return Float32Array.from({ length: grid.columns * grid.rows }, (_, i) => {
    const x = ((i % grid.columns) * grid.cellSize + 0.5) * toPlaneX - 0.5;
    const y = (Math.floor(i / grid.columns) * grid.cellSize + 0.5) * toPlaneY - 0.5;
    return samplePlane(plane, x, y);
  });
}
