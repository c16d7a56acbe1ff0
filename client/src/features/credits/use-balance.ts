import { useEffect, useEffectEvent, useRef } from 'react';
import { limits } from '../../../../shared/limits.ts';
import { renewRenditions } from '../../lib/renditions.ts';
import { trpc } from '../../lib/trpc.ts';
import { looksBought } from './looks-bought.ts';

/**
 * The signed-in user's balance: asked for every five seconds, and told of each change between by the page's
 * `useChanges`. A purchase, wherever it was made, also renews the videos; then `onPurchase` is called.
 * For one place on a page; others read `useKnownBalance`.
 */
export function useBalance(onPurchase?: () => void): number | undefined {
  const utils = trpc.useUtils();
  const balance = trpc.credits.balance.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: limits.polling.badgeSeconds * 1000,
  });

  const credits = balance.data?.credits;
  const fresh = balance.isFetchedAfterMount;
  const known = useRef<number | undefined>(undefined);
  const changed = useEffectEvent((before: number | undefined, after: number) => {
    if (before !== after) void utils.credits.history.invalidate();
    if (!looksBought(before, after)) return;
    renewRenditions();
    void utils.video.tasks.invalidate();
    onPurchase?.();
  });
  useEffect(() => {
    if (!fresh || credits === undefined) return;
    changed(known.current, credits);
    known.current = credits;
  }, [fresh, credits]);

  return credits;
}
