import { useMemo } from 'react';
import type { ForecastFace } from '#shared/motion/forecast.ts';
import { faceAt, type RestPoint } from '#shared/motion/found-faces.ts';
import { facesOf } from '#client/entities/photo/preview/faces-of.ts';
import type { PhotoView } from '#client/entities/photo/print-views.ts';
import { useAnswer } from '#client/lib/use-answer.ts';

interface RestOptions {
  /** The points whose faces rest. */
  rest: readonly RestPoint[];
  onChange: (rest: readonly RestPoint[]) => void;
}

/** The faces in a view of a photo, and who of them rests. */
export function useRest(view: PhotoView | null, { rest, onChange }: RestOptions) {
  const found = useAnswer(view, facesOf);
  const faces = useMemo(() => {
    const resting = new Set(rest.map((point) => faceAt(found ?? [], point)));
    return (found ?? []).map((face, i) => ({ ...face, rests: resting.has(i) }));
  }, [found, rest]);

  /** Lets a face rest, or move again. */
  function toggleRest(index: number): void {
    const others = rest.filter((point) => faceAt(faces, point) !== index);
    const face = faces[index];
    if (face) onChange(face.rests ? others : [...others, centreOf(face)]);
  }

  return { faces, toggleRest };
}

function centreOf({ inPhoto: { x, y, width, height } }: ForecastFace): RestPoint {
  const rounded = (share: number): number => Math.round(10_000 * share) / 10_000;
  return [rounded(x + width / 2), rounded(y + height / 2)];
}
