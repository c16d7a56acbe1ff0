import type { DimHours } from '#shared/display.ts';

/** Whether a frame is dimmed at this minute of the day; if the end is before the start, the hours span midnight. */
export function isDimmed(hours: DimHours | null, minute: number): boolean {
  if (!hours) return false;
  const { from, until } = hours;
  return from < until ? minute >= from && minute < until : minute >= from || minute < until;
}

/** Minutes since midnight, by this device's clock. */
export const minuteOf = (time: Date): number => time.getHours() * 60 + time.getMinutes();
