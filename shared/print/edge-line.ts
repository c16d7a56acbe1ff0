import type { BorderMask } from './border-mask.ts';
import { type Edge, fitLine } from './fit-line.ts';

export const sides = ['top', 'right', 'bottom', 'left'] as const;
export type Side = (typeof sides)[number];

/** An edge of the picture: the depth of the border along its side, in samples, and how straight the edge is. */
export interface EdgeLine {
  /** Depth where `along` (x at top and bottom, y at left and right) is 0. */
  readonly depth: number;
  /** Added depth for each sample along. */
  readonly slope: number;
  /** Share of the places along the edge that lie on this line. */
  readonly support: number;
  /** Deviation of those places: root mean square, in samples. */
  readonly roughness: number;
}

/** No print laid straight on purpose has a steeper edge: 11 degrees. */
const maxSlope = 0.2;
/** How far a place may be off the line, as a share of the picture's shorter side: a deckled edge is wavy. */
const tolerance = 0.009;
/** The number of pairs of places through which lines are tried. */
const trials = 28;

/**
 * Finds the straight line along which the border ends on one side, searched between `from` and `to` along that side.
 * Places where the border leaks into the picture (a white sky next to white paper) or is covered (handwriting) are
 * outvoted. Null if there is no line.
 */
export function findEdgeLine(mask: BorderMask, side: Side, from: number, to: number): EdgeLine | null {
  const edges = edgesOf(mask, side, from, to);
  if (edges.length < 8) return null;
  const reach = tolerance * Math.min(mask.width, mask.height);
  const [slope, depth] = mostVoted(edges, reach);
  const near = edges.filter(({ along, depth: at }) => Math.abs(depth + slope * along - at) < reach);
  const fine = near.map(({ along, depth: at }) => ({ along, depth: refine(mask, side, along, at) }));
  const fitted = fitLine(fine);
  if (Math.abs(fitted.slope) > maxSlope) return null;
  return { ...fitted, support: near.length / (to - from) };
}

/** Index of the sample at a depth from a side. */
function indexAt({ width, height }: BorderMask, side: Side, along: number, depth: number): number {
  if (side === 'top') return depth * width + along;
  if (side === 'bottom') return (height - 1 - depth) * width + along;
  return along * width + (side === 'left' ? depth : width - 1 - depth);
}

function edgesOf(mask: BorderMask, side: Side, from: number, to: number): Edge[] {
  const deepest = side === 'top' || side === 'bottom' ? mask.height : mask.width;
  const edges: Edge[] = [];
  for (let along = from; along < to; along++) {
    let depth = 0;
    while (depth < deepest && mask.inside[indexAt(mask, side, along, depth)] === 0) depth++;
    if (depth < deepest) edges.push({ along, depth });
  }
  return edges;
}

/** The line through two of the places that has the most places near it. */
function mostVoted(edges: readonly Edge[], reach: number): readonly [slope: number, depth: number] {
  const tried = Array.from(
    { length: trials },
    (_, k) => edges[Math.floor(((k + 0.5) * edges.length) / trials)]!,
  );
  let best: readonly [number, number] = [0, 0];
  let most = -1;
  for (const [k, p] of tried.entries()) {
    for (const q of tried.slice(k + 4)) {
      const slope = (q.depth - p.depth) / (q.along - p.along);
      if (!(Math.abs(slope) <= maxSlope)) continue;
      const depth = p.depth - slope * p.along;
      let votes = 0;
      for (const edge of edges) {
        const off = Math.abs(depth + slope * edge.along - edge.depth);
        if (off < reach) votes += 2 * reach - off;
      }
      if (votes > most) [best, most] = [[slope, depth], votes];
    }
  }
  return best;
}

/** The subpixel position where the border ends: the middle of the rise around the picture's first sample. */
function refine(mask: BorderMask, side: Side, along: number, depth: number): number {
  const { data } = mask.difference;
  let sum = 0;
  let weighted = 0;
  for (let k = Math.max(0, depth - 3); k < depth + 2; k++) {
    const rise = data[indexAt(mask, side, along, k + 1)]! - data[indexAt(mask, side, along, k)]!;
    if (!(rise > 0)) continue;
    sum += rise;
    weighted += rise * (k + 0.5);
  }
  return sum > 0 ? weighted / sum : depth - 0.5;
}
