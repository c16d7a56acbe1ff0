import { useEffect, useState } from 'react';
import { type RestoredView, restoredOf } from '../../lib/living-photo/restored-of.ts';
import type { PhotoView } from '../../lib/photo/print-views.ts';

/** A view of a photo as it is restored; undefined while that is being done, null where it can't be. */
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
