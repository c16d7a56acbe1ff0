/** Returns a shuffled copy. */
export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const ranked = items.map((item) => ({ item, rank: random() }));
  return ranked.toSorted((a, b) => a.rank - b.rank).map(({ item }) => item);
}
