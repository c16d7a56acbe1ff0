import type { RgbPicture } from '../../../../shared/motion/plane.ts';
import type { FaceOval } from '../../../../shared/restore/marks.ts';
import { restore } from '../../../../shared/restore/restore.ts';

/** A photo's preview, with the faces in it where they are known. */
export interface RestoreQuestion {
  readonly picture: RgbPicture;
  readonly faces: readonly FaceOval[];
}

/** Answers each question with what is Restored. */
addEventListener('message', ({ data: { picture, faces } }: MessageEvent<RestoreQuestion>) =>
  postMessage(restore(picture, faces)),
);
