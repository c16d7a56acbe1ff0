import type { Grid, Movement } from './grid.ts';
import type { Head } from './head.ts';
import { smoothstep } from './plane.ts';

/** Over this share of a head's width, movements across the border come to rest. */
const softness = 0.35;

/**
 * The movements of a head and its body. Where the frame cuts the face, they go along its border, not across it, so that
 * nothing comes in from beyond; those of a whole face are unchanged.
 */
export function keepInFrame(head: Head, grid: Grid, movements: Movement[]): Movement[] {
  const { frameWidth, frameHeight, cellSize } = grid;
  if (!isCut(head, grid)) return movements;
  const reach = Math.max(2 * cellSize, softness * head.width);
  const share = (position: number, length: number): number =>
    smoothstep(0, reach, Math.min(position, length - position));
  return movements.map((movement) => {
    const { left, top, columns } = movement;
    const shareX = (i: number): number => share((left + (i % columns)) * cellSize, frameWidth);
    const shareY = (i: number): number => share((top + Math.floor(i / columns)) * cellSize, frameHeight);
    return {
      ...movement,
      x: movement.x.map((value, i) => value * shareX(i)),
      y: movement.y.map((value, i) => value * shareY(i)),
    };
  });
}

/** Whether a part of the face is beyond the frame. */
function isCut({ x, y, width, height }: Head, { frameWidth, frameHeight }: Grid): boolean {
  const inX = x >= width / 2 && x <= frameWidth - width / 2;
  const inY = y >= height / 2 && y <= frameHeight - height / 2;
  return !inX || !inY;
}
