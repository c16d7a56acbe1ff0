import type { ErrorCode } from './errors.ts';

/** How a hosted service refuses a photo or its description: Memori's own animator may still bring it to life. */
const refusals = [
  'input_refused',
  'output_refused',
  'photo_unsuitable',
  'prompt_unreadable',
] as const satisfies ErrorCode[];

/** True for a code with which a video failed that the local animator can be asked for instead. */
export function isRefusal(code: ErrorCode | null): boolean {
  return refusals.some((each) => each === code);
}
