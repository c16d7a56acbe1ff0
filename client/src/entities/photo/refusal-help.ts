import type { ErrorCode } from '#shared/errors.ts';

const helped = [
  'invalid_file_type',
  'heic_unreadable',
  'file_unreadable',
  'file_too_large',
  'image_too_small',
  'image_too_many_pixels',
  'image_broken',
] as const satisfies readonly ErrorCode[];

/** True if pages say what to do about this refusal of a photo: `upload.help.{code}`, given the file's `size`. */
export function hasHelp(code: ErrorCode | null): code is (typeof helped)[number] {
  return helped.some((each) => each === code);
}
