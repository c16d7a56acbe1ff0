import type { FrameSize } from '../../../shared/motion/frame-size.ts';

export interface SizeColumns {
  width: number | null;
  height: number | null;
}

/** The size of a film, in pixels; empty where it was not recorded. */
export const presentFrameSize = ({ width, height }: SizeColumns): Partial<FrameSize> =>
  width === null || height === null ? {} : { width, height };
