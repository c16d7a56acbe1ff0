import { smoothstep } from './plane.ts';

interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/**
 * How far each place takes part in the movements of one head among `others`: 1 near it, 0 near another one. `border` is the
 * share of the way from one to the other over which that changes.
 */
export function ownShare(
  { x: middleX, y: middleY, radius }: Circle,
  others: readonly Circle[],
  border: { readonly from: number; readonly to: number },
): (x: number, y: number) => number {
  return (x, y) => {
    const distance = Math.hypot(x - middleX, y - middleY) / radius;
    return others.reduce((share, other) => {
      const away = Math.hypot(x - other.x, y - other.y) / other.radius;
      return Math.min(share, 1 - smoothstep(border.from, border.to, distance / (distance + away + 1e-6)));
    }, 1);
  };
}
