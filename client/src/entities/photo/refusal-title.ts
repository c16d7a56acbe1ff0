import type { ErrorCode } from '#shared/errors.ts';

const titles = {
  no_file_selected: 'upload.noFile',
  invalid_file_type: 'upload.invalidType',
  file_unreadable: 'upload.unreadable',
  heic_unreadable: 'upload.invalidType',
  file_too_large: 'upload.tooLarge',
  image_too_small: 'upload.tooSmall',
  image_too_many_pixels: 'upload.tooManyPixels',
  one_file_only: 'upload.oneOnly',
} as const satisfies Partial<Record<ErrorCode, string>>;

/** The translation key of a refusal's title; its text is `errors.{code}`. */
export function refusalTitle(code: ErrorCode) {
  return code in titles ? titles[code as keyof typeof titles] : ('upload.broken' as const);
}
