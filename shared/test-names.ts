import type { ErrorCode } from './errors.ts';

/** The errors with which a call that brings a photo can be refused on purpose. */
export const refusableCodes = [
  'insufficient_credits',
  'image_broken',
  'image_too_small',
  'too_many_requests',
  'provider_unavailable',
] as const satisfies ErrorCode[];

/** The errors with which a task can fail on purpose. */
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

/** The error to respond with to a test call, by its photo's name: `refuse_insufficient_credits.jpg`. Else null. */
export const refusalNamed = named('refuse', refusableCodes);

/** The error with which a test task fails, by its photo's name: `fail_generation_failed.jpg`. Else null. */
export const failureNamed = named('fail', failableCodes);
