/**
 * Thins a mask to lines of one sample that keep its connections (Zhang and Suen: A fast parallel algorithm for thinning
 * digital patterns, 1984). Samples on the picture's edge are dropped.
 */
export function thin(mask: Uint8Array, width: number): Uint8Array {
  const height = mask.length / width;
  const out = new Uint8Array(mask.length);
  let left: number[] = [];
  for (let y = 1; y < height - 1; y++) {
    for (let i = y * width + 1; i < (y + 1) * width - 1; i++) {
      if (mask[i] === 0) continue;
      out[i] = 1;
      left.push(i);
    }
  }
  for (let removed = 1; removed > 0; ) {
    removed = 0;
    for (const isFirst of [true, false]) {
      const gone = left.filter((i) => isRemovable(out, i, width, isFirst));
      for (const i of gone) out[i] = 0;
      removed += gone.length;
      if (gone.length > 0) left = left.filter((i) => out[i] === 1);
    }
  }
  return out;
}

function isRemovable(mask: Uint8Array, i: number, width: number, isFirst: boolean): boolean {
  const [above, right, below, left] = [mask[i - width]!, mask[i + 1]!, mask[i + width]!, mask[i - 1]!];
  if (isFirst ? right * below * (above + left) : above * left * (right + below)) return false;
  const [ne, se, sw, nw] = [
    mask[i - width + 1]!,
    mask[i + width + 1]!,
    mask[i + width - 1]!,
    mask[i - width - 1]!,
  ];
  const count = above + ne + right + se + below + sw + left + nw;
  if (count < 2 || count > 6) return false;
  const rises =
    (1 - above) * ne +
    (1 - ne) * right +
    (1 - right) * se +
    (1 - se) * below +
    (1 - below) * sw +
    (1 - sw) * left +
    (1 - left) * nw +
    (1 - nw) * above;
  return rises === 1;
}

/** The distance from each marked sample to the nearest unmarked one, in samples; within 8 % (chamfer of 1 and √2). */
export function depthsIn(mask: Uint8Array, width: number): Float32Array {
  const depths = new Float32Array(mask.length);
  const marked: number[] = [];
  for (let i = 0; i < mask.length; i++) if (mask[i] === 1) marked.push(i);
  for (const i of marked) depths[i] = Infinity;
  const diagonal = Math.SQRT2;
  const settle = (i: number, step: 1 | -1): void => {
    const x = i % width;
    const row = i - step * width;
    const hasBack = step === 1 ? x > 0 : x < width - 1;
    const hasAhead = step === 1 ? x < width - 1 : x > 0;
    let least = hasBack ? Math.min(depths[i]!, depths[i - step]! + 1) : depths[i]!;
    if (row >= 0 && row < depths.length) {
      least = Math.min(least, depths[row]! + 1);
      if (hasBack) least = Math.min(least, depths[row - step]! + diagonal);
      if (hasAhead) least = Math.min(least, depths[row + step]! + diagonal);
    }
    depths[i] = least;
  };
  for (const i of marked) settle(i, 1);
  for (const i of marked.reverse()) settle(i, -1);
  return depths;
}
