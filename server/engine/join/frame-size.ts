import type { FrameSize } from '../../../shared/motion/frame-size.ts';

/**
 * The one frame size of a film: of the clips with the commonest aspect the commonest size; where two are as common,
 * the one that comes first in the film. Sides are even, as 4:2:0 needs. `clips` must not be empty.
 */
export function chooseFrameSize(clips: readonly FrameSize[]): FrameSize {
  const ofAspect = commonest(clips, ({ width, height }) => (width / height).toFixed(2));
  const { width, height } = commonest(ofAspect, (clip) => `${clip.width}x${clip.height}`)[0]!;
  return { width: even(width), height: even(height) };
}

/** The largest group of equals; the earliest of the largest. */
function commonest<T>(items: readonly T[], keyOf: (item: T) => string): T[] {
  const groups = [...Map.groupBy(items, keyOf).values()];
  return groups.reduce((best, group) => (group.length > best.length ? group : best));
}

/** The nearest even number, at least 2. */
export function even(value: number): number {
  return Math.max(2, 2 * Math.round(value / 2));
}
