import { canBeTakenOn } from '#shared/taken-on.ts';

/**
 * What precedes EXIF in a JPEG (and a HEIC), a PNG and a WebP. The byte order and the number 42 after it make it certain
 * enough to search for it, instead of walking through the structure of four formats.
 */
const exif = /(?:Exif\0\0|eXIf|EXIF[^]{4}(?:Exif\0\0)?)(?=II\*\0|MM\0\*)/;

/** TIFF 6.0, section 2, and EXIF 2.32, section 4.6. */
const exifPointer = 0x8769;
const dateTimeOriginal = 0x9003;
const entryBytes = 12;

/** Cameras with an unset clock write zeros. */
const firstYear = '1900';

/**
 * The day on which a photo was taken, by its camera's clock: `2019-08-21`. Null if that is missing, unreadable or
 * implausible. `bytes` may be the file's beginning, if that holds its EXIF. Never throws.
 */
export function exifDay(bytes: Uint8Array): string | null {
  // Every byte becomes one character.
  const found = exif.exec(new TextDecoder('latin1').decode(bytes));
  if (!found) return null;
  try {
    const day = originalDay(bytes.subarray(found.index + found[0].length));
    return day !== null && day >= firstYear && canBeTakenOn(day) ? day : null;
  } catch (error) {
    // An address outside the file.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function originalDay(tiff: Uint8Array): string | null {
  const view = new DataView(tiff.buffer, tiff.byteOffset, tiff.byteLength);
  const little = tiff[0] === 'I'.charCodeAt(0);

  /** The position of an entry's value in the directory at `start`. */
  function find(start: number, tag: number): number | null {
    const count = view.getUint16(start, little);
    for (let index = 0; index < count; index += 1) {
      const entry = start + 2 + index * entryBytes;
      if (view.getUint16(entry, little) === tag) return view.getUint32(entry + 8, little);
    }
    return null;
  }

  const photo = find(view.getUint32(4, little), exifPointer);
  const at = photo === null ? null : find(photo, dateTimeOriginal);
  if (at === null) return null;
  const text = String.fromCharCode(...tiff.subarray(at, at + 10));
  const parts = /^(\d{4}):(\d\d):(\d\d)$/.exec(text);
  if (!parts) return null;
  const day = parts.slice(1).join('-');
  const time = new Date(day).getTime();
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? null : day;
}
