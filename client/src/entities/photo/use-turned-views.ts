import { useMemo } from 'react';
import type { Turn } from '#shared/motion/turn.ts';
import { turnFor } from './preview/detection-of.ts';
import { useAnswer } from '#client/lib/use-answer.ts';
import { type PhotoViews, turnViews } from './print-views.ts';

/** The views of a photo once it is turned. */
interface TurnedViews {
  readonly views: PhotoViews | null;
  readonly turn: Turn;
  /** The turn that rights the people in it; null until that is known. */
  readonly found: Turn | null;
}

/** Turns a photo as chosen, or, while nothing is chosen, as its video will be: upright, once the people in it are known. */
export function useTurnedViews(views: PhotoViews | null, chosen: Turn | null): TurnedViews {
  const found = useAnswer(views?.keep.preview ?? null, turnFor) ?? null;
  const turn = chosen ?? found ?? 0;
  return { views: useMemo(() => views && turnViews(views, turn), [views, turn]), turn, found };
}
