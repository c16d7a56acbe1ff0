import { type Eye, placeOn } from './eye.ts';
import { greyAt } from './sample-picture.ts';
import type { RgbPicture } from './plane.ts';
import { smoothCurve } from './smooth-curve.ts';

/** What is darker than this share of the lid's skin is a hair of the brow, or a crease. */
const hairShare = 0.8;
/** What is darker than this share is a fringe, or a shadow without detail. */
const darkShare = 0.4;
/** The lid's skin is as bright as this share of what is between brow and lashes. */
const brightestShare = 0.7;

/** The skin between brow and lashes that a lid unfolds from, as the photo shows it. */
interface LidRegion {
  /** The share of it that is as dark as a fringe, 0 to 1: over 0.5 and 0.38 under one, at most 0.24 without. */
  readonly dark: number;
  /** The lower edge of the brow's hair, see `Eye`. */
  readonly brow: (s: number) => number;
}

const columns = 17;
const rows = 24;

/** Measures the lid of an eye. */
export function measureLid(photo: RgbPicture, eye: Eye): LidRegion {
  const strips = Array.from({ length: columns }, (_, column) => {
    const s = 0.06 + (0.88 * column) / (columns - 1);
    const top = eye.brow(s);
    const step = Math.max(0, eye.upper(s) - 0.05 - top) / rows;
    const greys = Array.from({ length: rows }, (__, row) =>
      greyAt(photo, ...placeOn(eye, s, top + (row + 0.5) * step)),
    );
    return { s, top, step, greys };
  });
  const all = strips.flatMap(({ greys }) => greys).sort((a, b) => a - b);
  const skin = all[Math.floor(brightestShare * all.length)]!;
  // As shares of the way from brow to lashes, without what single columns show.
  const hair = strips.map(({ greys }) => {
    const below = greys.findIndex((grey) => grey > hairShare * skin);
    return (below < 0 ? rows : below) / rows;
  });
  const usual = over(hair, (near) => near.sort((a, b) => a - b)[near.length >> 1]!);
  const smooth = over(usual, (near) => near.reduce((sum, value) => sum + value, 0) / near.length);
  return {
    dark: all.filter((grey) => grey < darkShare * skin).length / all.length,
    brow: smoothCurve(strips.map(({ s, top, step }, column) => [s, top + smooth[column]! * rows * step])),
  };
}

/** For each value, something of it and its neighbours. */
function over(values: readonly number[], of: (near: number[]) => number): number[] {
  return values.map((_, i) => of(values.slice(Math.max(0, i - 3), i + 4)));
}
