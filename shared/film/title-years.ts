/** The years of some days for a title card: `1962`, or `1962–1975`; nothing if there is no day. */
export function titleYears(days: readonly Date[]): string {
  if (days.length === 0) return '';
  const years = days.map((day) => day.getUTCFullYear());
  return [...new Set([Math.min(...years), Math.max(...years)])].join('–');
}
