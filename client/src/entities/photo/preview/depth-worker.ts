import { estimateDepth } from '#shared/motion/depth.ts';
import type { Plane, RgbPicture } from '#shared/motion/plane.ts';

/** A small version of a photo, with the mask of the people in it if known. */
export interface DepthRequest {
  readonly picture: RgbPicture;
  readonly people: Plane | null;
}

/** Answers each question with a DepthEstimate. */
addEventListener('message', ({ data: { picture, people } }: MessageEvent<DepthRequest>) =>
  postMessage(estimateDepth(picture, people)),
);
