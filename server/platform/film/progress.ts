/** Turns work done into a share of the whole that never falls. Units are frames to encode, or what takes as long. */
export interface Progress {
  plan(units: number): void;
  done(units: number): void;
}

/** @param report hears 0 to 1 whenever it has grown. Work that turns up late slows it down instead of taking it back. */
export function createProgress(report: (share: number) => void): Progress {
  let planned = 0;
  let done = 0;
  let reported = 0;
  return {
    plan(units) {
      planned += units;
    },
    done(units) {
      done += units;
      const share = Math.min(1, done / planned);
      if (share <= reported) return;
      reported = share;
      report(share);
    },
  };
}
