/** Something that a film shows between two cuts. */
export interface Shot {
  /** Seconds from cut to cut that it should be shown. */
  readonly wanted: number;
  /** Seconds above which it is shown only if there is no other way. */
  readonly most: number;
  /** Seconds from cut to cut that it is shown at least, if that is more than any shot needs. */
  readonly least?: number;
}

/** Music that cuts follow. */
export interface Beat {
  /** Its bar lines, ascending, in seconds of the film. */
  readonly bars: readonly number[];
  /** Its length. */
  readonly seconds: number;
}

/** A shot needs a second for each of its crossfades and one of its own, also the first and the last one, which have one. */
const leastSeconds = 2.6;
/** How much worse a second too many is than one that only differs from what was wanted. */
const excessWeight = 20;

/**
 * Chooses the bar lines at which a film cuts from each shot to the next, so that the squares of the deviations from the
 * wanted lengths are least in sum; the first shot begins at 0, the last one ends with the music. Returns one time less
 * than there are shots; null if the music has too few bar lines.
 */
export function chooseCuts(shots: readonly Shot[], { bars, seconds }: Beat): number[] | null {
  const times = [0, ...bars.filter((bar) => bar > 0 && bar < seconds), seconds];
  const end = times.length - 1;
  // By shot: the least cost of ending at each time, and where the shot then begins.
  const rows: { cost: number; from: number }[][] = [];
  let costs = times.map((_, at) => (at === 0 ? 0 : Number.POSITIVE_INFINITY));
  for (const shot of shots) {
    const row = times.map((to) => {
      let best = { cost: Number.POSITIVE_INFINITY, from: -1 };
      for (const [from, time] of times.entries()) {
        if (to - time < Math.max(leastSeconds, shot.least ?? 0)) break;
        const cost = costs[from]! + costOf(shot, to - time);
        if (cost < best.cost) best = { cost, from };
      }
      return best;
    });
    rows.push(row);
    costs = row.map(({ cost }) => cost);
  }
  if (costs[end] === Number.POSITIVE_INFINITY) return null;
  const cuts: number[] = [];
  let at = end;
  for (const row of rows.toReversed()) {
    at = row[at]!.from;
    cuts.unshift(times[at]!);
  }
  return cuts.slice(1);
}

function costOf({ wanted, most }: Shot, shown: number): number {
  return (shown - wanted) ** 2 + excessWeight * Math.max(0, shown - most) ** 2;
}

/** The cuts of a film without music: each shot as long as wanted, at most its longest. */
export function evenCuts(shots: readonly Shot[]): Beat {
  const bars: number[] = [];
  let at = 0;
  for (const { wanted, most } of shots) bars.push((at += Math.min(wanted, most)));
  return { bars: bars.slice(0, -1), seconds: at };
}
