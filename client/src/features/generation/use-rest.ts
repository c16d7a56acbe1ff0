import { useMemo, useState } from 'react';
import type { ForecastFace } from '#shared/motion/forecast.ts';
import { faceAt, type RestPoint } from '#shared/motion/found-faces.ts';
import type { Turn } from '#shared/motion/turn.ts';
import { facesOf } from '#client/lib/living-photo/faces-of.ts';
import type { PhotoView } from '#client/lib/photo/print-views.ts';
import { useAnswer } from '#client/lib/use-answer.ts';

/** Who was told to rest, by points of the photo turned in this way. */
export interface ChosenRest {
  turn: Turn;
  points: readonly RestPoint[];
}

const nobody: readonly RestPoint[] = [];

/**
 * The faces in a view of a photo, and who of them rests: nobody, until somebody is chosen. Whoever was chosen before the photo was
 * turned otherwise is forgotten.
 */
export function useRest(view: PhotoView | null, turn: Turn) {
  const [chosen, setChosen] = useState<ChosenRest | null>(null);
  const found = useAnswer(view, facesOf);
  const rest = chosen?.turn === turn ? chosen.points : nobody;
  const faces = useMemo(() => {
    const resting = new Set(rest.map((point) => faceAt(found ?? [], point)));
    return (found ?? []).map((face, i) => ({ ...face, rests: resting.has(i) }));
  }, [found, rest]);

  /** Lets a face rest, or move again. */
  function toggleRest(index: number): void {
    const others = rest.filter((point) => faceAt(faces, point) !== index);
    const face = faces[index];
    if (!face) return;
    setChosen({ turn, points: face.rests ? others : [...others, centreOf(face)] });
  }

  return { rest, faces, toggleRest, setChosenRest: setChosen };
}

function centreOf({ inPhoto: { x, y, width, height } }: ForecastFace): RestPoint {
  const rounded = (share: number): number => Math.round(10_000 * share) / 10_000;
  return [rounded(x + width / 2), rounded(y + height / 2)];
}
