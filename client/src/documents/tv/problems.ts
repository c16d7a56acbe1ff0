import type { ErrorCode } from '#shared/errors.ts';

/** What can be wrong with a code that is typed on a television; the page has a text for each. */
export const tvProblems = [
  'frame_code_unknown',
  'too_many_requests',
  'service_unavailable',
] as const satisfies readonly ErrorCode[];
