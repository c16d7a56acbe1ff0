import { milliseconds } from './durations.ts';
/** A stored day as it is told: `2019-08-21`; null if it isn't known. */
export const dayOf = (takenOn: Date | null): string | null => takenOn?.toISOString().slice(0, 10) ?? null;

/** The first photograph is from 1826. */
const firstYear = 1800;

/**
 * Whether a photo can have been taken on this day (`2019-08-21`): not before there were photographs and not in the
 * future, wherever it is already tomorrow.
 */
export function canBeTakenOn(day: string): boolean {
  const time = Date.parse(day);
  return time <= Date.now() + milliseconds.day && new Date(time).getUTCFullYear() >= firstYear;
}
