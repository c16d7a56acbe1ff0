/** Turns completed work into a share of the whole that never falls. Units are frames to encode, or equivalent time. */
export interface Progress {
  plan(units: number): void;
  done(units: number): void;
  /** Reports that everything is done. */
  finish(): void;
}

/** The remainder is too small to measure. */
const maxBeforeEnd = 0.99;

/** @param report Receives 0 to 1 whenever it grows. Work planned late slows progress down instead of reversing it. */
export function createProgress(report: (share: number) => void): Progress {
  let planned = 0;
  let done = 0;
  let reported = 0;
  const reach = (share: number): void => {
    if (share <= reported) return;
    reported = share;
    report(share);
  };
  return {
    plan(units) {
      planned += units;
    },
    done(units) {
      done += units;
      reach(Math.min(maxBeforeEnd, done / planned));
    },
    finish: () => reach(1),
  };
}
