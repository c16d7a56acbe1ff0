import { canBeTakenOn } from '#shared/taken-on.ts';

/**
 * What precedes EXIF in a JPEG (and a HEIC), a PNG and a WebP. The byte order and the number 42 after it make it certain
 * enough to search for it, instead of walking through the structure of four formats.
 */
const exif = /(?:Exif\0\0|eXIf|EXIF[^]{4}(?:Exif\0\0)?)(?=II\*\0|MM\0\*)/;

/** TIFF 6.0, section 2, and EXIF 2.32, section 4.6. */
const orientation = 0x0112;
const exifPointer = 0x8769;
const dateTimeOriginal = 0x9003;
const entryBytes = 12;

/** Cameras with an unset clock write zeros. */
const firstYear = '1900';

/** The entries of a TIFF's directories. Throws RangeError for an address outside the file. */
function readTiff(bytes: Uint8Array) {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const little = bytes[0] === 'I'.charCodeAt(0);
  /** The position of an entry's value in the directory at `start`; null if it is not there. */
  function find(start: number, tag: number): number | null {
    const count = view.getUint16(start, little);
    for (let index = 0; index < count; index += 1) {
      const entry = start + 2 + index * entryBytes;
      if (view.getUint16(entry, little) === tag) return entry + 8;
    }
    return null;
  }
  return {
    first: view.getUint32(4, little),
    find,
    short: (at: number) => view.getUint16(at, little),
    long: (at: number) => view.getUint32(at, little),
  };
}

/** What `read` finds in the TIFF of a photo's EXIF; null if there is none, or if it points outside of the file. */
function inExif<Value>(bytes: Uint8Array, read: (tiff: Uint8Array) => Value | null): Value | null {
  // Every byte becomes one character.
  const found = exif.exec(new TextDecoder('latin1').decode(bytes));
  if (!found) return null;
  try {
    return read(bytes.subarray(found.index + found[0].length));
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** How a photo is held, 1 to 8 (EXIF 2.32, section 4.6.4.A); 1 if it does not say so. Never throws. */
export function exifOrientation(bytes: Uint8Array): number {
  const value = inExif(bytes, (tiff) => {
    const { first, find, short } = readTiff(tiff);
    const at = find(first, orientation);
    return at === null ? null : short(at);
  });
  return value !== null && value >= 1 && value <= 8 ? value : 1;
}

/**
 * The day on which a photo was taken, by its camera's clock: `2019-08-21`. Null if that is missing, unreadable or
 * implausible. `bytes` may be the file's beginning, if that holds its EXIF. Never throws.
 */
export function exifDay(bytes: Uint8Array): string | null {
  const day = inExif(bytes, originalDay);
  return day !== null && day >= firstYear && canBeTakenOn(day) ? day : null;
}

function originalDay(tiff: Uint8Array): string | null {
  const { first, find, long } = readTiff(tiff);
  const photo = find(first, exifPointer);
  const entry = photo === null ? null : find(long(photo), dateTimeOriginal);
  if (entry === null) return null;
  const at = long(entry);
  const text = String.fromCharCode(...tiff.subarray(at, at + 10));
  const parts = /^(\d{4}):(\d\d):(\d\d)$/.exec(text);
  if (!parts) return null;
  const day = parts.slice(1).join('-');
  const time = new Date(day).getTime();
  return Number.isNaN(time) || new Date(time).toISOString().slice(0, 10) !== day ? null : day;
}
