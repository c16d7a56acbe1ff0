import type { ErrorCode } from './errors.ts';

/** With which of these a call that brings a photo can be refused on purpose. */
export const refusableCodes = [
  'insufficient_credits',
  'image_broken',
  'image_too_small',
  'too_many_requests',
  'provider_unavailable',
] as const satisfies ErrorCode[];

/** With which of these a task can fail on purpose. */
export const failableCodes = [
  'generation_failed',
  'generation_timed_out',
  'image_broken',
  'photo_unsuitable',
  'provider_unavailable',
] as const satisfies ErrorCode[];

const named =
  <Code extends ErrorCode>(verb: string, codes: readonly Code[]) =>
  (filename: string): Code | null =>
    codes.find((code) => filename.replace(/\.[^.]*$/, '') === `${verb}_${code}`) ?? null;

/** The error that a test call is answered with, by the name of its photo: `refuse_insufficient_credits.jpg`. Else null. */
export const refusalNamed = named('refuse', refusableCodes);

/** The error with which a test task ends, by the name of its photo: `fail_generation_failed.jpg`. Else null. */
export const failureNamed = named('fail', failableCodes);
