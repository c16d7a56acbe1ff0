export const packageIds = ['heritage', 'legacy', 'eternal'] as const;
export type PackageId = (typeof packageIds)[number];

export const defaultPackage: PackageId = 'heritage';
export const currency = 'eur';

export interface CreditPackage {
  id: PackageId;
  /** The credits that buying it adds to the balance. */
  credits: number;
  /** In cents of a euro. */
  price: number;
  popular: boolean;
}

/** The packages for sale: the single source of prices. Names and descriptions are in the translations. */
export const packages: readonly CreditPackage[] = [
  { id: 'heritage', credits: 5, price: 899, popular: false },
  { id: 'legacy', credits: 15, price: 2499, popular: true },
  { id: 'eternal', credits: 30, price: 4499, popular: false },
];

/** The package of that id. */
export function packageOf(id: PackageId): CreditPackage {
  const found = packages.find((each) => each.id === id);
  if (!found) throw new TypeError(`no package is called ${id}`);
  return found;
}

/** The cheapest package with at least this many credits; the largest one if none has that many. */
export function packageCovering(credits: number): CreditPackage {
  const enough = packages.filter((each) => each.credits >= credits).toSorted((a, b) => a.price - b.price);
  const [found = packages.toSorted((a, b) => b.credits - a.credits)[0]] = enough;
  if (!found) throw new TypeError('there are no packages');
  return found;
}

/** True for the ids of the table. */
export function isPackageId(value: unknown): value is PackageId {
  return packageIds.some((id) => id === value);
}
