import type { Curve } from './curves.ts';
import { type Area, createMovement, type Grid, type Movement } from './grid.ts';

/** A head as a solid: its axes, and for each vertex its depth in pixels and how far it follows when the head tilts. */
interface Solid {
  readonly cos: number;
  readonly sin: number;
  /** The point that it tilts about. */
  readonly neck: { readonly x: number; readonly y: number };
  readonly area: Area;
  readonly depth: (x: number, y: number, index: number) => number;
  readonly weight: (x: number, y: number) => number;
}

/** How a solid turns, nods and tilts. */
type Turns<Value> = Readonly<Record<'yaw' | 'nod' | 'roll', Value>>;

/** Turns, nods and tilts a solid by at most these angles, in radians. */
export function turnSolid(
  grid: Grid,
  { cos, sin, neck, area, depth, weight }: Solid,
  curves: Turns<Curve>,
  most: Turns<number>,
): Movement[] {
  return [
    createMovement(
      grid,
      curves.yaw,
      (x, y, i) => {
        const shift = -most.yaw * depth(x, y, i);
        return [shift * cos, shift * sin];
      },
      area,
    ),
    createMovement(
      grid,
      curves.nod,
      (x, y, i) => {
        const shift = -most.nod * depth(x, y, i);
        return [-shift * sin, shift * cos];
      },
      area,
    ),
    createMovement(
      grid,
      curves.roll,
      (x, y) => {
        const tilt = most.roll * weight(x, y);
        return [(y - neck.y) * tilt, -(x - neck.x) * tilt];
      },
      area,
    ),
  ];
}
