import { inflateSync } from 'node:zlib';
import { isMovingWebp } from '#shared/photo-header.ts';
import { AppError } from '#server/platform/errors.ts';
import { walkJpeg } from './jpeg-scans.ts';
import { KeptRanges } from './kept-ranges.ts';

export type PhotoFormat = 'jpeg' | 'png' | 'webp';

/** The maximum that fits into a JPEG. */
const maxExifBytes = 65_533;
/** Four times the largest printer profile. */
const maxProfileBytes = 4 * 1024 * 1024;

/**
 * The same file reduced to what makes up the picture: pixels, colour profile, orientation. Texts, thumbnails and
 * foreign segments never reach a decoder, so that it can't inflate, copy or list their contents, whatever their size.
 * Decodes no pixels. If the structure is broken, the rest is left for the decoder to judge.
 *
 * Throws AppError `image_broken` for a colour profile of more than 4 MB, `invalid_file_type` for an animation.
 */
export function stripMetadata(input: Buffer, format: PhotoFormat): Buffer {
  return { jpeg: stripJpeg, png: stripPng, webp: stripWebp }[format](input);
}

function beginsWith(bytes: Buffer, offset: number, text: string): boolean {
  return bytes.toString('latin1', offset, offset + text.length) === text;
}

function checkProfileSize(bytes: number): void {
  if (bytes > maxProfileBytes) throw new AppError('image_broken');
}

/**
 * Segments that affect the picture, by marker and first bytes; only the first of each is kept, but all profile
 * segments.
 */
const tellingSegments: Record<number, string> = {
  0xe0: 'JFIF\0',
  0xe1: 'Exif\0',
  0xe2: 'ICC_PROFILE\0',
  0xee: 'Adobe',
};

/** ITU-T T.81, annex B.2.4.6: APP0 to APP15 and COM are reserved for application use. */
function stripJpeg(input: Buffer): Buffer {
  const kept = new KeptRanges(input);
  const seenMarkers = new Set<number>();
  let profileBytes = 0;
  walkJpeg(input, (marker, offset, end) => {
    if (marker !== 0xfe && (marker < 0xe0 || marker > 0xef)) return;
    const head = tellingSegments[marker];
    const telling = head !== undefined && beginsWith(input, offset + 4, head);
    if (telling && marker === 0xe2) {
      profileBytes += end - offset;
      checkProfileSize(profileBytes);
    } else if (!telling || seenMarkers.has(marker)) {
      // A segment that claims more bytes than there are is kept, so that the decoder notices the missing data.
      if (end <= input.length) kept.drop(offset, end);
    } else seenMarkers.add(marker);
  });
  return kept.join();
}

/** Ancillary chunks that affect the picture: colour, orientation, resolution. */
const tellingChunks = new Set(['tRNS', 'gAMA', 'cHRM', 'sRGB', 'cICP', 'iCCP', 'eXIf', 'pHYs']);

/**
 * PNG third edition, section 5: a chunk is length, type, data and checksum; bit 5 of the type's first byte: ancillary.
 */
function stripPng(input: Buffer): Buffer {
  const kept = new KeptRanges(input);
  const seen = new Set<string>();
  for (let at = 8; at + 12 <= input.length; ) {
    const length = input.readUInt32BE(at);
    const end = at + 12 + length;
    if (end > input.length) break;
    const ancillary = ((input[at + 4] ?? 0) & 0x20) !== 0;
    if (ancillary) {
      const type = input.toString('latin1', at + 4, at + 8);
      const telling = tellingChunks.has(type) && !(type === 'eXIf' && length > maxExifBytes);
      if (!telling || seen.has(type)) kept.drop(at, end);
      else if (type === 'iCCP') checkInflatedProfile(input.subarray(at + 8, end - 4));
      if (telling) seen.add(type);
    }
    at = end;
  }
  return kept.join();
}

/** An iCCP chunk: a name of up to 79 bytes, a zero byte, the compression method, the profile in zlib format. */
function checkInflatedProfile(chunk: Buffer): void {
  const name = chunk.subarray(0, 80).indexOf(0);
  try {
    inflateSync(chunk.subarray(name + 2), { maxOutputLength: maxProfileBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw new AppError('image_broken');
    // Damage is left for the decoder to find.
  }
}

const webpChunks = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP', 'EXIF']);
/** The bits of VP8X's first byte that announce EXIF and XMP. */
const exifFlag = 0x08;
const xmpFlag = 0x04;

/** RFC 9649, section 2: a chunk is four letters, a little-endian length and data padded to an even length. */
function stripWebp(input: Buffer): Buffer {
  if (isMovingWebp(input)) throw new AppError('invalid_file_type');
  const kept = new KeptRanges(input);
  const seen = new Set<string>();
  let end = 12;
  for (let at = 12; at + 8 <= input.length; at = end) {
    const type = input.toString('latin1', at, at + 4);
    const length = input.readUInt32LE(at + 4);
    end = at + 8 + length + (length % 2);
    if (end > input.length) break;
    if (type === 'ICCP') checkProfileSize(length);
    const tooLong = type === 'EXIF' && length > maxExifBytes;
    if (!webpChunks.has(type) || tooLong || (seen.has(type) && type !== 'ANMF')) kept.drop(at, end);
    else seen.add(type);
  }
  const output = kept.join();
  return output === input ? input : withTrueHeader(output, seen.has('EXIF'));
}

/**
 * Updates the header, which states the file's length, and VP8X, which lists its contents. Mutates `output`, which is
 * our own copy.
 */
function withTrueHeader(output: Buffer, hasExif: boolean): Buffer {
  output.writeUInt32LE(output.length - 8, 4);
  if (beginsWith(output, 12, 'VP8X'))
    output.writeUInt8((output[20] ?? 0) & ~xmpFlag & (hasExif ? 0xff : ~exifFlag), 20);
  return output;
}
