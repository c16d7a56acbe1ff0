import type { FrameSize } from '#shared/motion/frame-size.ts';
import type { useRest } from './use-rest.ts';

export type FaceInView = ReturnType<typeof useRest>['faces'][number];

/** A face with a mark: its index among all, and its number among people or animals. */
interface MarkedFace {
  face: FaceInView;
  index: number;
  number: number;
}

/** The faces that move unless they rest, from left to right. */
export function markedFaces(faces: readonly FaceInView[]): MarkedFace[] {
  const counts = { person: 0, pet: 0 };
  return faces
    .map((face, index) => ({ face, index }))
    .filter(({ face }) => face.why !== 'too_small')
    .toSorted((a, b) => a.face.box.x + a.face.box.width / 2 - b.face.box.x - b.face.box.width / 2)
    .map((marked) => ({ ...marked, number: ++counts[marked.face.kind] }));
}

/** The side of the largest square around each face that overlaps none of the others, in pixels of the picture. */
export function roomsOf(marked: readonly Pick<MarkedFace, 'face'>[], { width, height }: FrameSize): number[] {
  const centres = marked.map(({ face: { box } }) => ({
    x: (box.x + box.width / 2) * width,
    y: (box.y + box.height / 2) * height,
  }));
  return centres.map((own) => {
    const distances = centres.map((other) =>
      other === own ? Infinity : Math.max(Math.abs(other.x - own.x), Math.abs(other.y - own.y)),
    );
    return Math.min(width, height, ...distances);
  });
}
