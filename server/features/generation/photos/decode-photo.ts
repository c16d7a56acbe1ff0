import { type HdrColours, hdrColoursIn, toneMap } from '#shared/hdr.ts';
import { limits } from '#shared/limits.ts';
import { readHeader } from '#shared/photo-header.ts';
import { AppError } from '#server/platform/errors.ts';
import { sharp } from '#server/platform/image.ts';
import { stripMetadata, type PhotoFormat } from './strip-metadata.ts';
import { centreCrop } from './centre-crop.ts';
import { captureDate } from './capture-date.ts';
import { hdrColoursOfPng, withColourProfile } from './png-colours.ts';
import { countJpegScans } from './jpeg-scans.ts';

/** A photo that is safe to store and to animate. */
export interface PreparedPhoto {
  /** Baseline JPEG, sRGB, 8 bits, 4:4:4, upright, without any metadata. */
  jpeg: Buffer;
  /** Dimensions of `jpeg` in pixels. */
  width: number;
  height: number;
  /** True if the photo was cropped to bring its aspect ratio within the limits. */
  cropped: boolean;
  /** The day it was taken, according to the camera: `2019-08-21`; null if unknown. */
  takenOn: string | null;
}

interface Pixels {
  /** Three bytes per pixel, row by row. */
  data: Buffer;
  width: number;
  height: number;
}

const maxProgressiveScans = 100;

function sniff(input: Buffer): PhotoFormat | null {
  const head = input.toString('latin1', 0, 12);
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'webp' : null;
}

function open(input: Buffer, ignoreIcc = false) {
  const { maxPixels: limitInputPixels, maxPreparedShorterSide: side } = limits.photo;
  // Not 'warning': phones write files that decoders only warn about, and browsers show them.
  return sharp(input, { failOn: 'error', limitInputPixels, autoOrient: true, ignoreIcc }).resize({
    width: side,
    height: side,
    fit: 'outside',
    withoutEnlargement: true,
  });
}

interface Header {
  /** The day the photo was taken. */
  takenOn: string | null;
  /** What 16 bits with a colour profile, which our library would not apply to the end, become before it is applied. */
  shallow: 'b-w' | 'srgb' | null;
  /** The colours of an HDR photo by its colour profile; null for any other. */
  hdr: HdrColours | null;
  /** True for inks without a profile, which browsers convert by the simplest formula. */
  plainInks: boolean;
}

/** How many pixels keep a decoder's memory bounded. */
function maxPixelsOf(input: Buffer): number {
  const { maxPixels, maxPixelsUnreduced } = limits.photo;
  return readHeader(input)?.reducible ? maxPixels : maxPixelsUnreduced;
}

/** Rejects what the header alone rules out; decodes no pixels. */
async function checkHeader(input: Buffer): Promise<Header> {
  const header = sharp(input, { failOn: 'error', limitInputPixels: false });
  const { width, height, pages, exif, space, hasProfile, icc } = await header
    .metadata()
    .catch((cause: unknown) => {
      throw new AppError('image_broken', { cause });
    });
  if ((pages ?? 1) > 1) throw new AppError('invalid_file_type');
  if (width * height > maxPixelsOf(input)) throw new AppError('image_too_many_pixels');
  if (Math.min(width, height) < limits.photo.minShorterSide) throw new AppError('image_too_small');
  const shallow = space === 'grey16' ? 'b-w' : space === 'rgb16' ? 'srgb' : null;
  return {
    takenOn: captureDate(exif),
    shallow: hasProfile ? shallow : null,
    hdr: icc ? hdrColoursIn(icc) : null,
    plainInks: space === 'cmyk' && !hasProfile,
  };
}

/** The same in 8 bits, with its profile. */
const toShallow = (input: Buffer, space: 'b-w' | 'srgb'): Promise<Buffer> =>
  open(input, true).toColourspace(space).keepIccProfile().png({ compressionLevel: 1 }).toBuffer();

async function decodeInks(input: Buffer): Promise<Pixels> {
  const { data: inks, info } = await open(input, true)
    .pipelineColourspace('cmyk')
    .toColourspace('cmyk')
    .raw({ depth: 'uchar' })
    .toBuffer({ resolveWithObject: true });
  const data = Buffer.alloc((inks.length / 4) * 3);
  for (let from = 0, to = 0; from < inks.length; from += 4, to += 3) {
    const light = 255 - (inks[from + 3] ?? 0);
    for (let channel = 0; channel < 3; channel += 1)
      data[to + channel] = Math.round(((255 - (inks[from + channel] ?? 0)) * light) / 255);
  }
  return { data, width: info.width, height: info.height };
}

/** Decodes every row of the photo, including those that a crop will drop, to detect damage anywhere. */
async function decode(input: Buffer, { shallow, hdr, plainInks }: Header): Promise<Pixels> {
  try {
    if (plainInks) return await decodeInks(input);
    const photo = shallow && !hdr ? await toShallow(input, shallow) : input;
    const { data, info } = await open(photo, hdr !== null)
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    if (hdr) toneMap(data, 3, hdr);
    return { data, width: info.width, height: info.height };
  } catch (cause) {
    throw new AppError('image_broken', { cause });
  }
}

async function encode({ data, width, height }: Pixels): Promise<Omit<PreparedPhoto, 'takenOn'>> {
  const crop = centreCrop(width, height);
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .extract(crop)
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const cropped = crop.width < width || crop.height < height;
  return { jpeg, width: crop.width, height: crop.height, cropped };
}

/**
 * Implements `preparePhoto` in this process. Only for its decoding processes, since a malicious upload can keep native
 * code busy indefinitely. Throws the same errors.
 */
export async function decodePhoto(input: Buffer): Promise<PreparedPhoto> {
  const format = sniff(input);
  if (!format) throw new AppError('invalid_file_type');
  const stripped = stripMetadata(input, format);
  const photo = format === 'png' ? withColourProfile(stripped) : stripped;
  const coded = format === 'png' ? hdrColoursOfPng(stripped) : null;
  const profiled = await checkHeader(photo);
  const header = { ...profiled, hdr: coded ?? profiled.hdr };
  if (format === 'jpeg') checkScans(photo);
  return { ...(await encode(await decode(photo, header))), takenOn: header.takenOn };
}

function checkScans(jpeg: Buffer): void {
  const { scans, ends } = countJpegScans(jpeg, maxProgressiveScans);
  // Each scan of a progressive JPEG costs a pass over the whole picture.
  if (scans > maxProgressiveScans || !ends) throw new AppError('image_broken');
}
