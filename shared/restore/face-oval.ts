/** A face as an oval around its centre, in pixels. */
export interface FaceOval {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** x, y, z of each of its landmarks, if they are known. */
  readonly points?: Float32Array;
}

/** Lines on a face that are narrower than this share of its width are filled in. */
export const narrow = 0.03;

/** Whether the sample `i` of a picture of this width lies in a face, its oval scaled. */
export function isWithin(face: FaceOval, i: number, width: number, scale: number): boolean {
  const x = ((i % width) - face.x) / ((scale * face.width) / 2);
  const y = (Math.floor(i / width) - face.y) / ((scale * face.height) / 2);
  return x * x + y * y < 1;
}
