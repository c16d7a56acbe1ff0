import readExif from 'exif-reader';

/** Cameras whose clock was never set write zeros, which are read as 1899. */
const firstYear = 1900;

/**
 * The day of EXIF's DateTimeOriginal, as the camera's clock had it (no time zone is known): `2019-08-21`. Null where there
 * is none, where it can't be read, and where it can't be true. Never throws.
 */
export function takenOn(exif: Buffer | undefined): string | null {
  if (!exif) return null;
  try {
    const taken = readExif(exif).Photo?.DateTimeOriginal;
    const day = taken?.toISOString().slice(0, 10);
    const tomorrow = new Date(Date.now() + 86_400_000);
    return taken && day && taken.getUTCFullYear() >= firstYear && taken <= tomorrow ? day : null;
  } catch {
    return null;
  }
}
