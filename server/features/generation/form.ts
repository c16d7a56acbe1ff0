import { withoutInvisible } from '../../../shared/plain-text.ts';
import type { GenerateFields } from '../../../shared/schemas/video.ts';
import { AppError } from '../../platform/errors.ts';

/** What validates the text fields, such as a zod schema: gives them back with its defaults, or throws. */
interface FieldsParser<Fields> {
  parse(value: unknown): Fields;
}

/**
 * The form that asks for a video, with what it holds said to the types: a form of something else is no argument. What really
 * came over the network is for `readGenerateForm` to judge.
 */
export type GenerateForm = FormData & { readonly holds: GenerateFields & { readonly image: Blob } };

/** The photo of a form, not yet judged, and what it was called. */
export interface UploadedPhoto {
  photo: Blob;
  /** For people to recognise it by, never a path: see `cleanFilename`. */
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

function readImage(form: FormData): UploadedPhoto {
  const files = [...form].filter(([, value]) => value instanceof File);
  if (files.length > 1) throw new AppError('one_file_only');
  const image = form.get('image');
  // A browser sends an empty file without a name where none was chosen.
  if (!(image instanceof File) || (image.name === '' && image.size === 0))
    throw new AppError('no_file_selected');
  return { photo: image, originalFilename: cleanFilename(image.name) };
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

const textFields = [
  'prompt',
  'duration',
  'resolution',
  'motion',
  'liveliness',
  'border',
  'restore',
  'name',
  'language',
  'consent',
] as const;

/**
 * Reads the form that asks for a video: a FormData with exactly one file, `image`, and each of the text fields
 * `prompt`, `duration`, `resolution`, `motion`, `liveliness`, `border`, `restore`, `name`, `language` and `consent`, or of those that are `known` elsewhere, at most once. Reads no byte of
 * the photo.
 *
 * Throws AppError `no_file_selected`, `one_file_only`, `invalid_request` (an unknown or repeated field), or what
 * `fields` throws.
 */
export function readGenerateForm<Fields extends object>(
  value: unknown,
  fields: FieldsParser<Fields>,
  known: readonly string[] = textFields,
): UploadedPhoto & Fields {
  if (!(value instanceof FormData)) throw new AppError('no_file_selected');
  const image = readImage(value);
  return { ...fields.parse(readTexts(value, known)), ...image };
}
