import type { HeldArea } from '../print/print.ts';
import type { Grid, Movement } from './grid.ts';
import { smoothstep } from './plane.ts';

/** The distance from the edge over which a movement fades in, as a share of the picture's shorter side. */
const softness = 0.22;
/** Scales the camera's movements inside a border that is kept: motion must fade out towards the edge. */
export const heldCamera = 0.5;

/** The share of a movement at each vertex: 0 outside the area and in cells that its edge crosses, 1 well inside it. */
export function stillnessOf(grid: Grid, { corners, isOval }: HeldArea): Float32Array {
  const places = corners.map(({ x, y }) => ({ x: x * grid.frameWidth, y: y * grid.frameHeight }));
  const depth = isOval ? depthInOval(places) : depthInQuadrilateral(places);
  const [a, b, c] = [places[0]!, places[1]!, places[2]!];
  const unit = Math.min(Math.hypot(b.x - a.x, b.y - a.y), Math.hypot(c.x - b.x, c.y - b.y));
  const cell = 1.5 * grid.cellSize;
  return Float32Array.from({ length: grid.columns * grid.rows }, (_, i) => {
    const x = (i % grid.columns) * grid.cellSize;
    const y = Math.floor(i / grid.columns) * grid.cellSize;
    return smoothstep(cell, cell + softness * unit, depth(x, y));
  });
}

/** Scales the movement by `stillness`. */
export function hold(movement: Movement, { columns }: Grid, stillness: Float32Array): Movement {
  const share = (i: number): number =>
    stillness[
      (movement.top + Math.floor(i / movement.columns)) * columns + movement.left + (i % movement.columns)
    ]!;
  return {
    ...movement,
    x: movement.x.map((value, i) => value * share(i)),
    y: movement.y.map((value, i) => value * share(i)),
  };
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** Pixels to the nearest of the four edges; negative outside. */
function depthInQuadrilateral(places: readonly Point[]): (x: number, y: number) => number {
  const edges = places.map((from, i) => {
    const to = places[(i + 1) % 4]!;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    return { from, x: (to.x - from.x) / length, y: (to.y - from.y) / length };
  });
  return (x, y) => Math.min(...edges.map((edge) => edge.x * (y - edge.from.y) - edge.y * (x - edge.from.x)));
}

/** A lower bound of the pixels to the oval's edge; negative outside. */
function depthInOval([a, b, c]: readonly Point[]): (x: number, y: number) => number {
  const [across, down] = [(b!.x - a!.x) / 2, (c!.y - b!.y) / 2];
  const middle = { x: a!.x + across, y: b!.y + down };
  return (x, y) => (1 - Math.hypot((x - middle.x) / across, (y - middle.y) / down)) * Math.min(across, down);
}
