import readExif from 'exif-reader';

import { canBeTakenOn } from '#shared/taken-on.ts';

/** Cameras with an unset clock write zeros, which are parsed as 1899. */
const firstYear = 1900;

/**
 * The day of EXIF's DateTimeOriginal, by the camera's clock (the time zone is unknown): `2019-08-21`. Null if it is
 * missing, unreadable or implausible. Never throws.
 */
export function captureDate(exif: Buffer | undefined): string | null {
  if (!exif) return null;
  try {
    const taken = readExif(exif).Photo?.DateTimeOriginal;
    const day = taken?.toISOString().slice(0, 10);
    return taken && day && taken.getUTCFullYear() >= firstYear && canBeTakenOn(day) ? day : null;
  } catch {
    return null;
  }
}
