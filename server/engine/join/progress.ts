/** Turns work done into a share of the whole that never falls. Units are frames to encode, or what takes as long. */
export interface Progress {
  plan(units: number): void;
  done(units: number): void;
  /** Everything is done. */
  finish(): void;
}

/** What is left is too little to be measured. */
const mostBeforeEnd = 0.99;

/** @param report hears 0 to 1 whenever it has grown. Work that turns up late slows it down instead of taking it back. */
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
      reach(Math.min(mostBeforeEnd, done / planned));
    },
    finish: () => reach(1),
  };
}
