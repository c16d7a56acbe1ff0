/** A seeded source of numbers in [0, 1): the same seed always gives the same music. */
export type Random = () => number;

/** A number from the standard normal distribution, truncated at three standard deviations (Box and Muller). */
export function gaussian(random: Random): number {
  const value = Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  return Math.max(-3, Math.min(3, value));
}
