import pLimit from 'p-limit';
import { limits } from '../../../shared/limits.ts';
import { AppError } from '../../platform/errors.ts';
import { sharp } from '../../platform/image.ts';
import { findJpegScans, repairScanParameters } from './jpeg-scans.ts';

/** A photo that is safe to keep and to animate. */
export interface PreparedPhoto {
  /** Baseline JPEG, sRGB, 8 bits, 4:4:4, upright, without any metadata. */
  jpeg: Buffer;
  /** In pixels, of `jpeg`. */
  width: number;
  height: number;
  /** True if something was cut off to bring the aspect within the limits. */
  cropped: boolean;
}

interface Pixels {
  /** Three bytes for each pixel, row by row. */
  data: Buffer;
  width: number;
  height: number;
}

// One photo of 40 megapixels can take 150 MB while it is decoded.
const decodeOneOfTwo = pLimit(2);

const decodeSeconds = 20;
const maxProgressiveScans = 100;

type Format = 'jpeg' | 'png' | 'webp';

function sniff(input: Buffer): Format | null {
  const head = input.toString('latin1', 0, 12);
  if (head.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (head.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  return head.startsWith('RIFF') && head.endsWith('WEBP') ? 'webp' : null;
}

function open(input: Buffer) {
  // 'warning': what the decoder finds odd is refused rather than passed on with grey bars.
  return sharp(input, { failOn: 'warning', limitInputPixels: limits.photo.maxPixels, autoOrient: true });
}

/** Refuses what the header already tells; decodes no pixels. */
async function checkHeader(input: Buffer): Promise<void> {
  const header = sharp(input, { failOn: 'warning', limitInputPixels: false });
  const { width, height, pages } = await header.metadata().catch((cause: unknown) => {
    throw new AppError('image_broken', { cause });
  });
  if ((pages ?? 1) > 1) throw new AppError('invalid_file_type');
  if (width * height > limits.photo.maxPixels) throw new AppError('image_too_many_pixels');
  if (Math.min(width, height) < limits.photo.minShorterSide) throw new AppError('image_too_small');
}

/** Decodes every row of the photo, the ones that a crop will drop included: damage anywhere is found. */
async function decode(input: Buffer): Promise<Pixels> {
  const side = limits.photo.maxPreparedShorterSide;
  try {
    const { data, info } = await open(input)
      .timeout({ seconds: decodeSeconds })
      .resize({ width: side, height: side, fit: 'outside', withoutEnlargement: true })
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .raw({ depth: 'uchar' })
      .toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height };
  } catch (cause) {
    throw new AppError('image_broken', { cause });
  }
}

/** The largest centred part of the given size whose aspect is within the limits; it keeps the whole shorter side. */
export function centreCrop(width: number, height: number) {
  const cropWidth = Math.min(width, Math.floor(height * limits.photo.maxAspect));
  const cropHeight = Math.min(height, Math.floor(width / limits.photo.minAspect));
  return {
    left: (width - cropWidth) >> 1,
    top: (height - cropHeight) >> 1,
    width: cropWidth,
    height: cropHeight,
  };
}

async function encode({ data, width, height }: Pixels): Promise<PreparedPhoto> {
  const crop = centreCrop(width, height);
  const jpeg = await sharp(data, { raw: { width, height, channels: 3 }, limitInputPixels: false })
    .extract(crop)
    .jpeg({ quality: 95, chromaSubsampling: '4:4:4' })
    .toBuffer();
  const cropped = crop.width < width || crop.height < height;
  return { jpeg, width: crop.width, height: crop.height, cropped };
}

async function readAll(input: Buffer | Blob): Promise<Buffer> {
  if (Buffer.isBuffer(input)) return input;
  try {
    return Buffer.from(await input.arrayBuffer());
  } catch (cause) {
    // A file behind a Blob goes when its upload's connection goes.
    throw new AppError('upload_aborted', { cause });
  }
}

async function prepare(input: Buffer | Blob): Promise<PreparedPhoto> {
  const bytes = await readAll(input);
  const format = sniff(bytes);
  if (!format) throw new AppError('invalid_file_type');
  await checkHeader(bytes);
  if (format !== 'jpeg') return encode(await decode(bytes));
  const scans = findJpegScans(bytes, maxProgressiveScans);
  // Each scan of a progressive JPEG costs a pass over the whole picture, before any time limit can strike.
  if (scans.offsets.length > maxProgressiveScans) throw new AppError('image_broken');
  return encode(await decode(repairScanParameters(bytes, scans)));
}

/**
 * Judges an upload by what it holds, never by its name, and makes of it a photo that is safe to keep: decoded whole,
 * turned upright, converted to sRGB on white, centre-cropped to an aspect from 2:5 to 5:2, scaled down to a shorter
 * side of at most 1152, encoded anew. Nothing of the original file survives but its picture. At most two photos are
 * decoded at once; a Blob is read when its turn has come.
 *
 * Throws AppError: `file_too_large`; `invalid_file_type` for all but still JPEG, PNG and WebP;
 * `image_too_many_pixels`, `image_too_small`; `image_broken` if the decoder finds the least fault; `upload_aborted`
 * if a Blob can't be read to its end.
 */
export async function preparePhoto(input: Buffer | Blob): Promise<PreparedPhoto> {
  const size = Buffer.isBuffer(input) ? input.length : input.size;
  if (size > limits.photo.maxBytes) throw new AppError('file_too_large');
  return decodeOneOfTwo(() => prepare(input));
}
