import { useEffect, useState } from 'react';
import { type RestoredView, restoredOf } from '../../lib/living-photo/restored-of.ts';
import type { PhotoView } from '../../lib/photo/print-views.ts';

/** The restored view of a photo; undefined while in progress, null if it can't be restored. */
export function useRestored(view: PhotoView | null): RestoredView | null | undefined {
  const [found, setFound] = useState<{ of: PhotoView; restored: RestoredView | null } | null>(null);
  useEffect(() => {
    let isWanted = true;
    if (view) void restoredOf(view).then((restored) => isWanted && setFound({ of: view, restored }));
    return () => {
      isWanted = false;
    };
  }, [view]);
  return found?.of === view ? found.restored : undefined;
}
