import type { ErrorCode } from '#shared/errors.ts';

/** What can be wrong with a photo that is sent to a box; the page has a text for each. */
export const boxProblems = [
  'no_file_selected',
  'file_too_large',
  'invalid_file_type',
  'heic_unreadable',
  'file_unreadable',
  'image_too_small',
  'image_too_many_pixels',
  'image_broken',
  'consent_required',
  'sender_too_long',
  'note_too_long',
  'invalid_audio_type',
  'audio_too_long',
  'audio_broken',
  'audio_silent',
  'voice_text_too_long',
  'box_full',
  'box_not_found',
  'too_many_requests',
  'upload_aborted',
  'internal_error',
] as const satisfies readonly ErrorCode[];

/** Where a text of help has the size of the chosen file. */
export const sizeSlot = '{size}';

/** The problem that a server's response reports, or a generic one if the page has no text for it. */
export function problemOf(code: unknown): (typeof boxProblems)[number] {
  return boxProblems.find((problem) => problem === code) ?? 'internal_error';
}
