import { estimateDepth } from '../../../../shared/motion/depth.ts';
import type { RgbPicture } from '../../../../shared/motion/plane.ts';

/** Answers each small picture that it is sent with its DepthEstimate. */
addEventListener('message', ({ data }: MessageEvent<RgbPicture>) => postMessage(estimateDepth(data)));
