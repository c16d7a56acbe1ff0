import type { z } from 'zod';
import { appLimits } from '../../../shared/app-limits.ts';
import { withoutInvisible } from '../../../shared/plain-text.ts';
import {
  batchFieldsSchema,
  type GenerateFields,
  generateFieldsSchema,
} from '../../../shared/schemas/video.ts';
import { AppError } from '../../platform/errors.ts';

type VideoFields = z.output<typeof generateFieldsSchema>;
type BatchFields = z.output<typeof batchFieldsSchema>;

/** What validates the text fields, such as a zod schema: gives them back with its defaults, or throws. */
interface FieldsParser<Fields> {
  parse(value: unknown): Fields;
}

/**
 * The form that asks for a video, with what it holds said to the types: a form of something else is no argument. What really
 * came over the network is for `readVideoForm` to judge.
 */
export type GenerateForm = FormData & { readonly holds: GenerateFields & { readonly image: Blob } };

/** The photo of a form, not yet judged, and what it was called. */
export interface UploadedPhoto {
  photo: Blob;
  /** For people to recognise it by, never a path: see `cleanFilename`. */
  originalFilename: string;
}

/** A photo that is somewhere else: its address as the caller wrote it, and what the file is called there. */
export interface LinkedPhoto {
  photo: string;
  originalFilename: string;
}

const maxFilenameLength = 255;
const fallbackFilename = 'photo';

/**
 * The name of a file as it may be kept and shown: the last part of a path, in NFC, without control characters,
 * at most 255 characters (UTF-16 units), `photo` where nothing is left. Never throws.
 */
export function cleanFilename(name: string): string {
  const parts = withoutInvisible(name).split(/[/\\]/);
  const base = parts.findLast((part) => part.trim() !== '')?.trim() ?? '';
  if (base === '' || base === '.' || base === '..') return fallbackFilename;
  // A cut in the middle of an emoji leaves half of it.
  return base.length > maxFilenameLength
    ? base.slice(0, maxFilenameLength).replace(/[\ud800-\udbff]$/, '')
    : base;
}

/** The files of a form with the fields that they came in; a browser sends an empty one without a name where none was chosen. */
function filesOf(form: FormData): { field: string; file: UploadedPhoto }[] {
  return [...form].flatMap(([field, value]) => {
    if (!(value instanceof File) || (value.name === '' && value.size === 0)) return [];
    return [{ field, file: { photo: value, originalFilename: cleanFilename(value.name) } }];
  });
}

function readImages(form: FormData): UploadedPhoto[] {
  const files = filesOf(form);
  if (files.some(({ field }) => field !== 'image')) throw new AppError('no_file_selected');
  return files.map(({ file }) => file);
}

function readImage(form: FormData): UploadedPhoto | undefined {
  if (filesOf(form).length > 1) throw new AppError('one_file_only');
  return readImages(form)[0];
}

/** The photo that `imageUrl` says; its name is the last part of the path. */
function linkedPhoto(address: string): LinkedPhoto {
  const last = URL.parse(address)?.pathname.split('/').at(-1) ?? '';
  try {
    return { photo: address, originalFilename: cleanFilename(decodeURIComponent(last)) };
  } catch {
    return { photo: address, originalFilename: cleanFilename(last) };
  }
}

function readTexts(form: FormData, known: readonly string[]): Record<string, string> {
  const texts: Record<string, string> = {};
  for (const [name, value] of form) {
    if (name === 'image') continue;
    if (!known.includes(name) || typeof value !== 'string' || Object.hasOwn(texts, name))
      throw new AppError('invalid_request');
    texts[name] = value;
  }
  return texts;
}

const batchFields = [
  'prompt',
  'duration',
  'resolution',
  'motion',
  'liveliness',
  'border',
  'restore',
  'language',
  'consent',
] as const;

const videoFields = [...batchFields, 'name', 'imageUrl'] as const;

/**
 * Reads a FormData with exactly one file, `image`, and each of the `known` text fields at most once. Reads no byte of the
 * photo.
 *
 * Throws AppError `no_file_selected`, `one_file_only`, `invalid_request` (an unknown or repeated field), or what
 * `fields` throws.
 */
export function readPhotoForm<Fields extends object>(
  value: unknown,
  fields: FieldsParser<Fields>,
  known: readonly string[],
): UploadedPhoto & Fields {
  if (!(value instanceof FormData)) throw new AppError('no_file_selected');
  const image = readImage(value);
  if (!image) throw new AppError('no_file_selected');
  return { ...fields.parse(readTexts(value, known)), ...image };
}

/**
 * Reads the form that asks for a video: one photo, `image` as a file or `imageUrl` as an address, and the text fields of
 * `generateFieldsSchema`. Throws as `readPhotoForm`; `one_file_only` where both photos are there.
 */
export function readVideoForm(value: unknown): (UploadedPhoto | LinkedPhoto) & VideoFields {
  if (!(value instanceof FormData)) throw new AppError('no_file_selected');
  const image = readImage(value);
  const { imageUrl, ...texts } = readTexts(value, videoFields);
  if (image && imageUrl !== undefined) throw new AppError('one_file_only');
  const photo = image ?? (imageUrl !== undefined && linkedPhoto(imageUrl));
  if (!photo) throw new AppError('no_file_selected');
  return { ...generateFieldsSchema.parse(texts), ...photo };
}

/**
 * Reads the form that asks for several videos: 1 to 20 files, each an `image`, and text fields that hold for all of them.
 * Throws as `readPhotoForm`, and AppError `too_many_images`.
 */
export function readBatchForm(value: unknown): { photos: UploadedPhoto[] } & BatchFields {
  if (!(value instanceof FormData)) throw new AppError('no_file_selected');
  const photos = readImages(value);
  if (photos.length === 0) throw new AppError('no_file_selected');
  if (photos.length > appLimits.upload.mostPhotos) throw new AppError('too_many_images');
  return { ...batchFieldsSchema.parse(readTexts(value, batchFields)), photos };
}
