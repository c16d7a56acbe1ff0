import type { Grid } from './grid.ts';
import type { Head } from './head.ts';
import type { MovingPet } from './pets.ts';
import { smoothstep } from './plane.ts';

/** Within this distance of its centre, in radii, a resting head is still; beyond the second, others move as ever. */
const still = 1.2;
const free = 1.9;
/** Between two heads, the share of the way from one to the other over which stillness ends. */
const border = { from: 0.42, to: 0.58 } as const;

interface Circle {
  readonly x: number;
  readonly y: number;
  readonly radius: number;
}

/**
 * The share of the others' movements that each vertex takes part in: nothing of them on a head that rests, so that it
 * isn't pulled along by the one beside it. Null if nobody rests.
 */
export function restArea(
  { columns, rows, cellSize }: Grid,
  people: readonly { readonly head: Head; readonly rests: boolean }[],
  pets: readonly Pick<MovingPet, 'pet' | 'rests'>[],
): Float32Array | null {
  const heads = [
    ...people.map(({ head, rests }) => ({
      rests,
      circle: { x: head.x, y: head.y, radius: 0.6 * head.height },
    })),
    ...pets.map(({ pet, rests }) => ({ rests, circle: circleOf(pet) })),
  ];
  const resting = heads.flatMap(({ rests, circle }) => (rests ? [circle] : []));
  if (resting.length === 0) return null;
  const moving = heads.flatMap(({ rests, circle }) => (rests ? [] : [circle]));
  return Float32Array.from({ length: columns * rows }, (_, i) => {
    const place = { x: (i % columns) * cellSize, y: Math.floor(i / columns) * cellSize };
    const own = nearest(resting, place);
    if (own >= free) return 1;
    const other = nearest(moving, place);
    const beside = other === Infinity ? 0 : smoothstep(border.from, border.to, own / (own + other + 1e-6));
    return 1 - (1 - smoothstep(still, free, own)) * (1 - beside);
  });
}

function circleOf({ head, left, top, right, bottom }: MovingPet['pet']): Circle {
  if (head) return head;
  return { x: (left + right) / 2, y: (top + bottom) / 2, radius: Math.min(right - left, bottom - top) / 2 };
}

/** The distance to the nearest of them, in its radii. */
function nearest(circles: readonly Circle[], { x, y }: Pick<Circle, 'x' | 'y'>): number {
  return Math.min(...circles.map((circle) => Math.hypot(x - circle.x, y - circle.y) / circle.radius));
}
