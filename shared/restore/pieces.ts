/** A connected set of samples (8-connectivity) and its shape. */
export interface Piece {
  readonly samples: readonly number[];
  /** Length along its longest axis, and across it, in samples. */
  readonly length: number;
  readonly breadth: number;
  /** Its centre, and its longest axis as a unit vector. */
  readonly x: number;
  readonly y: number;
  readonly axis: readonly [x: number, y: number];
}

/** Splits a mask into its connected pieces. */
export function piecesOf(mask: Uint8Array, width: number): Piece[] {
  const height = mask.length / width;
  const visited = new Uint8Array(mask.length);
  const pieces: Piece[] = [];
  for (let start = 0; start < mask.length; start++) {
    if (mask[start] === 0 || visited[start] === 1) continue;
    const samples = [start];
    visited[start] = 1;
    for (let k = 0; k < samples.length; k++) {
      const i = samples[k]!;
      const [x, y] = [i % width, Math.floor(i / width)];
      for (let v = Math.max(0, y - 1); v <= Math.min(height - 1, y + 1); v++) {
        for (let u = Math.max(0, x - 1); u <= Math.min(width - 1, x + 1); u++) {
          const j = v * width + u;
          if (mask[j] === 0 || visited[j] === 1) continue;
          visited[j] = 1;
          samples.push(j);
        }
      }
    }
    pieces.push({ samples, ...shapeOf(samples, width) });
  }
  return pieces;
}

/** The shape from second moments: for a bar, its length, and its area divided by that. */
function shapeOf(samples: readonly number[], width: number): Omit<Piece, 'samples'> {
  const n = samples.length;
  let [x, y, xx, xy, yy] = [0, 0, 0, 0, 0];
  for (const i of samples) {
    x += i % width;
    y += Math.floor(i / width);
  }
  [x, y] = [x / n, y / n];
  for (const i of samples) {
    const [u, v] = [(i % width) - x, Math.floor(i / width) - y];
    xx += u * u;
    xy += u * v;
    yy += v * v;
  }
  const half = (xx + yy) / (2 * n);
  const off = Math.sqrt(((xx - yy) / (2 * n)) ** 2 + (xy / n) ** 2);
  const length = Math.max(1, Math.sqrt(12 * (half + off)));
  const angle = 0.5 * Math.atan2(2 * xy, xx - yy);
  return { length, breadth: n / length, x, y, axis: [Math.cos(angle), Math.sin(angle)] };
}
