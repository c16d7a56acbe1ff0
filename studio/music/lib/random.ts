/** A seeded source of numbers in [0, 1): the same seed always gives the same music. */
export type Random = () => number;

/** Mulberry32 (Tommy Ettinger, public domain). */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number from the standard normal distribution, truncated at three standard deviations (Box and Muller). */
export function gaussian(random: Random): number {
  const value = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.max(-3, Math.min(3, value));
}
