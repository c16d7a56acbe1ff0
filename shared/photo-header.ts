export type PhotoType = 'image/jpeg' | 'image/png' | 'image/webp';

function matches(bytes: Uint8Array, offset: number, expected: readonly number[]): boolean {
  return expected.every((value, index) => bytes[offset + index] === value);
}

const ascii = (text: string) => Array.from(text, (letter) => letter.charCodeAt(0));

/** The photo type according to the file's first bytes, whatever its name says; null if it is not an accepted one. */
export function sniffPhoto(bytes: Uint8Array): PhotoType | null {
  if (matches(bytes, 0, [0xff, 0xd8, 0xff])) return 'image/jpeg';
  if (matches(bytes, 0, [0x89, ...ascii('PNG'), 0x0d, 0x0a, 0x1a, 0x0a])) return 'image/png';
  if (matches(bytes, 0, ascii('RIFF')) && matches(bytes, 8, ascii('WEBP'))) return 'image/webp';
  return null;
}

/** The chunks of a WebP (RFC 9649, section 2.3), those of its frames included, as far as its bytes are given. */
function* webpChunks(bytes: Uint8Array): Generator<string, void, undefined> {
  for (let at = 12; at + 8 <= bytes.length; ) {
    const type = String.fromCharCode(...bytes.subarray(at, at + 4));
    yield type;
    const length = new DataView(bytes.buffer, bytes.byteOffset + at + 4, 4).getUint32(0, true);
    // A frame begins with its place and its duration, and chunks of its own follow.
    at += type === 'ANMF' ? 8 + 16 : 8 + length + (length % 2);
  }
}

/** True for a WebP of several frames, which is no photo. Needs the whole file. */
export function isMovingWebp(bytes: Uint8Array): boolean {
  let frames = 0;
  for (const type of webpChunks(bytes)) if (type === 'ANMF') frames += 1;
  return frames > 1;
}

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

/** What a photo's header says about its picture. */
export interface PhotoHeader extends Size {
  /**
   * True if a decoder can reduce it while reading, in little time and memory: a JPEG of one scan, a lossy WebP. Others
   * have to be decoded at their full size: PNG, a JPEG of several scans, a lossless WebP.
   */
  reducible: boolean;
}

/**
 * What a photo's header says, before rotation, read without decoding: pictures too large for memory are refused before
 * anybody tries. Null if the header can't be read. PNG: W3C PNG specification 11.2.1; JPEG: ITU-T T.81 B.2.2; WebP: RFC
 * 9649.
 */
export function readHeader(bytes: Uint8Array): PhotoHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    switch (sniffPhoto(bytes)) {
      case 'image/png':
        return { width: view.getUint32(16), height: view.getUint32(20), reducible: false };
      case 'image/jpeg':
        return jpegHeader(view);
      case 'image/webp': {
        const size = webpSize(view);
        return size && { ...size, reducible: !isLosslessWebp(bytes) };
      }
      case null:
        return null;
    }
  } catch (error) {
    // A truncated header.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Skips stray bytes between segments, as decoders do. */
function jpegHeader(view: DataView): PhotoHeader | null {
  let frame: (Size & { components: number; sequential: boolean }) | null = null;
  for (let at = 2; ; ) {
    const marker = view.getUint8(at) === 0xff ? view.getUint8(at + 1) : 0;
    if (marker === 0 || marker === 0xff || (marker >= 0xd0 && marker <= 0xd8)) {
      at += 1;
      continue;
    }
    if (marker === 0xda) return frame && headerOf(frame, view.getUint8(at + 4));
    if (marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker))
      frame = {
        height: view.getUint16(at + 5),
        width: view.getUint16(at + 7),
        components: view.getUint8(at + 9),
        sequential: marker <= 0xc1,
      };
    at += 2 + view.getUint16(at + 2);
  }
}

const headerOf = (
  { width, height, components, sequential }: Size & { components: number; sequential: boolean },
  inFirstScan: number,
): PhotoHeader => ({ width, height, reducible: sequential && inFirstScan === components });

function isLosslessWebp(bytes: Uint8Array): boolean {
  for (const type of webpChunks(bytes)) if (type === 'VP8L' || type === 'VP8 ') return type === 'VP8L';
  return false;
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
