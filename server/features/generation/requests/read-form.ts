import type { z } from 'zod';
import { appLimits } from '#shared/app-limits.ts';
import { withoutInvisible } from '#shared/plain-text.ts';
import { batchFieldsSchema, generateFieldsSchema } from '#shared/schemas/video.ts';
import { AppError } from '#server/platform/errors.ts';
import { chosenFiles, readTexts, UploadForm } from '#server/rpc/upload-form.ts';

type VideoFields = z.output<typeof generateFieldsSchema>;
type BatchFields = z.output<typeof batchFieldsSchema>;

/** The photo of a form, not yet validated, and its file name. */
export interface UploadedPhoto {
  photo: Blob;
  /** A display name only, never a path: see `cleanFilename`. */
  originalFilename: string;
}

/** A photo to download: its address as the caller wrote it, and its file name there. */
export interface LinkedPhoto {
  photo: string;
  originalFilename: string;
}

const maxFilenameLength = 255;
const fallbackFilename = 'photo';

/**
 * A file name that is safe to store and show: the last part of a path, in NFC, without control characters, at most 255
 * characters (UTF-16 units), `photo` if nothing is left. Never throws.
 */
export function cleanFilename(name: string): string {
  const parts = withoutInvisible(name).split(/[/\\]/);
  const base = parts.findLast((part) => part.trim() !== '')?.trim() ?? '';
  if (base === '' || base === '.' || base === '..') return fallbackFilename;
  // A cut through an emoji would leave half a surrogate pair.
  return base.length > maxFilenameLength
    ? base.slice(0, maxFilenameLength).replace(/[\ud800-\udbff]$/, '')
    : base;
}

function readImages(form: UploadForm): UploadedPhoto[] {
  const files = chosenFiles(form);
  if (files.some(({ field }) => field !== 'image')) throw new AppError('no_file_selected');
  return files.map(({ content, name }) => ({ photo: content, originalFilename: cleanFilename(name) }));
}

function readImage(form: UploadForm): UploadedPhoto | undefined {
  if (chosenFiles(form).length > 1) throw new AppError('one_file_only');
  return readImages(form)[0];
}

/** The photo of an `imageUrl`, named after the last part of its path. */
function linkedPhoto(address: string): LinkedPhoto {
  const last = URL.parse(address)?.pathname.split('/').at(-1) ?? '';
  try {
    return { photo: address, originalFilename: cleanFilename(decodeURIComponent(last)) };
  } catch {
    return { photo: address, originalFilename: cleanFilename(last) };
  }
}

/** A text in the photo's place is no photo. */
const textsOf = ({ texts }: UploadForm, known: readonly string[]): Record<string, string> =>
  readTexts(new UploadForm(texts.filter(([name]) => name !== 'image')), known);

/** The names of the text fields that a schema describes: a form may have no others. */
const fieldsOf = (schema: z.ZodObject): string[] => Object.keys(schema.shape);

/**
 * Reads a form with exactly one file, `image`, and each text field of `schema` at most once. Does not read the photo.
 *
 * Throws AppError `no_file_selected`, `one_file_only`, `invalid_request` (an unknown or repeated field), or what
 * `schema` throws.
 */
export function readPhotoForm<Schema extends z.ZodObject>(
  form: UploadForm,
  schema: Schema,
): UploadedPhoto & z.output<Schema> {
  const image = readImage(form);
  if (!image) throw new AppError('no_file_selected');
  return { ...schema.parse(textsOf(form, fieldsOf(schema))), ...image };
}

/**
 * Reads the form that requests a video: one photo, `image` as a file or `imageUrl` as an address, and the text fields
 * of `generateFieldsSchema`. Throws like `readPhotoForm`; `one_file_only` if both photos are given.
 */
export function readVideoForm(form: UploadForm): (UploadedPhoto | LinkedPhoto) & VideoFields {
  const image = readImage(form);
  const { imageUrl, ...texts } = textsOf(form, [...fieldsOf(generateFieldsSchema), 'imageUrl']);
  if (image && imageUrl !== undefined) throw new AppError('one_file_only');
  const photo = image ?? (imageUrl !== undefined && linkedPhoto(imageUrl));
  if (!photo) throw new AppError('no_file_selected');
  return { ...generateFieldsSchema.parse(texts), ...photo };
}

/**
 * Reads the form that requests several videos: 1 to 20 files, each an `image`, and text fields that apply to all of
 * them. Throws like `readPhotoForm`, and AppError `too_many_images`.
 */
export function readBatchForm(form: UploadForm): { photos: UploadedPhoto[] } & BatchFields {
  const photos = readImages(form);
  if (photos.length === 0) throw new AppError('no_file_selected');
  if (photos.length > appLimits.upload.maxPhotos) throw new AppError('too_many_images');
  return { ...batchFieldsSchema.parse(textsOf(form, fieldsOf(batchFieldsSchema))), photos };
}
