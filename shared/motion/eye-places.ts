import type { Eye } from './eye.ts';
import type { Patch } from './patch.ts';
import { smoothstep } from './plane.ts';

/** For each pixel of a patch: its position relative to its eye (see Eye), and the lids and brow above and below it. */
export interface Places {
  readonly s: Float32Array;
  readonly v: Float32Array;
  readonly upper: Float32Array;
  readonly lower: Float32Array;
  readonly brow: Float32Array;
  /** 0 beyond the corners, 1 between them. */
  readonly within: Float32Array;
}

/** Computes the position of each pixel of a patch relative to its eye. */
export function measurePlaces(eye: Eye, { left, top, width, height }: Patch): Places {
  const field = () => new Float32Array(width * height);
  const places = { s: field(), v: field(), upper: field(), lower: field(), brow: field(), within: field() };
  for (let i = 0; i < width * height; i++) {
    const dx = left + (i % width) - eye.x;
    const dy = top + Math.floor(i / width) - eye.y;
    const s = (dx * eye.cos + dy * eye.sin) / eye.width;
    const inside = Math.min(1, Math.max(0, s));
    const upper = eye.upper(inside);
    places.s[i] = s;
    places.v[i] = (dy * eye.cos - dx * eye.sin) / eye.width;
    places.upper[i] = upper;
    places.lower[i] = Math.max(eye.lower(inside), upper);
    places.brow[i] = Math.min(eye.brow(inside), upper - 0.18);
    places.within[i] = smoothstep(-0.06, 0.04, s) * (1 - smoothstep(0.96, 1.06, s));
  }
  return places;
}
