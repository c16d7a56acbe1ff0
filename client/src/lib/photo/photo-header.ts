export type PhotoType = 'image/jpeg' | 'image/png' | 'image/webp';

function matches(bytes: Uint8Array, offset: number, expected: readonly number[]): boolean {
  return expected.every((value, index) => bytes[offset + index] === value);
}

const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));

/** The photo type according to the file's first bytes, whatever its name says; null if it is not an accepted one. */
export function sniffPhoto(bytes: Uint8Array): PhotoType | null {
  if (matches(bytes, 0, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (matches(bytes, 0, [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (matches(bytes, 0, ascii('RIFF')) && matches(bytes, 8, ascii('WEBP')))
    return isMovingWebp(bytes) ? null : 'image/webp';
  return null;
}

/** True for an animated WebP (RFC 9649, section 2.7.1.1), which the server rejects. */
const isMovingWebp = (bytes: Uint8Array) => matches(bytes, 12, ascii('VP8X')) && ((bytes[20] ?? 0) & 2) !== 0;

const heicBrands = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx', 'mif1', 'msf1'];

/** True for a HEIC photo, as made by iPhones: ISO/IEC 23008-12, annex B.4; detected by the brands in its first box. */
export function isHeic(bytes: Uint8Array): boolean {
  if (!matches(bytes, 4, ascii('ftyp'))) return false;
  const brandAt = (at: number) => String.fromCharCode(...bytes.subarray(at, at + 4));
  // An AVIF may list the same general brands, but lists its own first.
  return heicBrands.includes(brandAt(8)) && !['avif', 'avis'].includes(brandAt(16));
}

export interface Size {
  width: number;
  height: number;
}

/**
 * The size in a photo's header, before rotation, read without decoding: pictures too large for memory are refused
 * before the browser tries. Null if the header can't be read. PNG: W3C PNG specification 11.2.1; JPEG: ITU-T T.81
 * B.2.2; WebP: RFC 9649.
 */
export function claimedSize(bytes: Uint8Array): Size | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (sniffPhoto(bytes)) {
      case 'image/png':
        return { width: view.getUint32(16), height: view.getUint32(20) };
      case 'image/jpeg':
        return jpegSize(view);
      case 'image/webp':
        return webpSize(view);
      case null:
        return null;
    }
  } catch (error) {
    // A truncated header.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

function jpegSize(view: DataView): Size | null {
  let at = 2;
  while (view.getUint8(at) === 0xff) {
    const marker = view.getUint8(at + 1);
    if (marker === 0xff) {
      at += 1;
      continue;
    }
    const startsFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (startsFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

function webpSize(view: DataView): Size | null {
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  switch (view.getUint8(15)) {
    case 'X'.charCodeAt(0):
      return { width: uint24(24) + 1, height: uint24(27) + 1 };
    case 'L'.charCodeAt(0): {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case ' '.charCodeAt(0):
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    default:
      return null;
  }
}
