import { limits } from '#shared/limits.ts';
import { ClipError } from '../join/types.ts';
import type { ClipFacts } from './inspect.ts';

/** Requirements that a foreign clip must meet to be accepted. */
export interface ClipExpectation {
  /** Pixels. */
  readonly minShorterSide: number;
  /** Width divided by height, if the requested aspect is known. */
  readonly aspect?: number;
}

const { minAspect, maxAspect } = limits.photo;

/** Outside these limits it isn't the requested clip, and slowing it down would be noticeable. */
const acceptedSeconds = { min: 4, max: 8 };
const aspectTolerance = 0.1;

/** Throws ClipError if a clip isn't what was requested. */
export function assertExpected(
  { width, height, seconds: length }: ClipFacts,
  expected: ClipExpectation,
): void {
  const aspect = width / height;
  const size = `${width}x${height}`;
  if (length < acceptedSeconds.min || length > acceptedSeconds.max)
    throw new ClipError(`it lasts ${length.toFixed(2)} s`);
  if (Math.min(width, height) < expected.minShorterSide) throw new ClipError(`it is only ${size}`);
  if (aspect < minAspect * 0.98 || aspect > maxAspect * 1.02) throw new ClipError(`its shape is ${size}`);
  if (expected.aspect !== undefined && Math.abs(aspect / expected.aspect - 1) > aspectTolerance)
    throw new ClipError(`its shape is ${size}, and ${expected.aspect.toFixed(2)} was asked for`);
}
