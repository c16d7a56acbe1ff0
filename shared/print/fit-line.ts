/** A place at which an edge lies: how far along its side, and how far from it, in samples. */
export interface Edge {
  readonly along: number;
  readonly depth: number;
}

/** A line through places: its depth where `along` is 0, and how far the places are off it (root mean square). */
export interface FittedLine {
  readonly slope: number;
  readonly depth: number;
  readonly roughness: number;
}

/** The line with the least squares of the places' depths. */
export function fitLine(edges: readonly Edge[]): FittedLine {
  const n = edges.length;
  const meanAlong = edges.reduce((sum, { along }) => sum + along, 0) / n;
  const meanDepth = edges.reduce((sum, { depth }) => sum + depth, 0) / n;
  let [spread, both] = [1e-9, 0];
  for (const { along, depth } of edges) {
    spread += (along - meanAlong) ** 2;
    both += (along - meanAlong) * (depth - meanDepth);
  }
  const slope = both / spread;
  const depth = meanDepth - slope * meanAlong;
  const square = edges.reduce((sum, edge) => sum + (depth + slope * edge.along - edge.depth) ** 2, 0);
  return { slope, depth, roughness: Math.sqrt(square / n) };
}
