import { useEffect, useEffectEvent, useRef } from 'react';
import { renewRenditions } from '#client/entities/film/renditions.ts';
import { trpc } from '#client/api/trpc.ts';

/**
 * After a purchase, on any device, refetches the videos, which are now clean, and calls `onPurchase`. The server
 * reports the number of purchases; those reported when the page opens count as known.
 */
export function usePurchase(onPurchase?: () => void): void {
  const { video } = trpc.useUtils();
  const { data, isFetchedAfterMount } = trpc.credits.purchases.useQuery(undefined, { staleTime: 0 });
  const count = isFetchedAfterMount ? data : undefined;
  const known = useRef(count);
  const counted = useEffectEvent(() => {
    const before = known.current;
    known.current = count;
    if (before === undefined || count === undefined || count <= before) return;
    renewRenditions();
    void video.tasks.invalidate();
    onPurchase?.();
  });
  useEffect(() => counted(), [count]);
}
