import type { RgbPicture } from '#shared/motion/plane.ts';
import type { FaceOval } from '#shared/restore/face-oval.ts';
import { restore } from '#shared/restore/restore.ts';

/** A photo's preview, with the faces in it if known. */
export interface RestoreRequest {
  readonly picture: RgbPicture;
  readonly faces: readonly FaceOval[];
}

/** Answers each question with a `Restored`. */
addEventListener('message', ({ data: { picture, faces } }: MessageEvent<RestoreRequest>) =>
  postMessage(restore(picture, faces)),
);
