/** Roughly normal, mean 0 and standard deviation 1 (the sum of four uniform numbers). */
export function normal(random: () => number): number {
  return (random() + random() + random() + random() - 2) * Math.sqrt(3);
}
