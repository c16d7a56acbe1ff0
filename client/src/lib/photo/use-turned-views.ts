import { useEffect, useMemo, useState } from 'react';
import type { Turn } from '../../../../shared/motion/turn.ts';
import { turnFor } from '../living-photo/detection-of.ts';
import { type PhotoViews, turnViews } from './print-views.ts';

/** The views of a photo once it is turned. */
interface TurnedViews {
  readonly views: PhotoViews | null;
  readonly turn: Turn;
  /** Whether people lie or stand on their head in it; null until that is known. */
  readonly found: Turn | null;
}

/** Turns a photo as chosen, or, while nothing is chosen, as its video will be: upright, once the people in it are known. */
export function useTurnedViews(views: PhotoViews | null, chosen: Turn | null): TurnedViews {
  const [seen, setSeen] = useState<{ of: PhotoViews; turn: Turn | null } | null>(null);
  useEffect(() => {
    let isWanted = true;
    if (views) void turnFor(views.keep.preview).then((turn) => isWanted && setSeen({ of: views, turn }));
    return () => {
      isWanted = false;
    };
  }, [views]);
  const found = seen?.of === views ? (seen?.turn ?? null) : null;
  const turn = chosen ?? found ?? 0;
  return { views: useMemo(() => views && turnViews(views, turn), [views, turn]), turn, found };
}
