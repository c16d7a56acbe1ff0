const firstYear = 2025;

/** The years in the copyright line, given the current year: `2025`, `2025–2026`. */
export function copyrightYears(year: number): string {
  return year > firstYear ? `${firstYear}–${year}` : String(firstYear);
}
