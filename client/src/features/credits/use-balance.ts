import { useEffect, useEffectEvent, useRef } from 'react';
import { appLimits } from '../../../../shared/app-limits.ts';
import { trpc } from '../../lib/trpc.ts';

/**
 * The signed-in user's balance: asked for every five seconds, and told of each change between by the page's
 * `useChanges`. A change also renews what else moves with credits. For one place on a page; others read
 * `useKnownBalance`.
 */
export function useBalance(): number | undefined {
  const { history, purchases } = trpc.useUtils().credits;
  const { data } = trpc.credits.balance.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: appLimits.polling.badgeSeconds * 1000,
  });
  const credits = data?.credits;
  const known = useRef(credits);
  const changed = useEffectEvent(() => {
    const before = known.current;
    known.current = credits;
    if (before === undefined || before === credits) return;
    void history.invalidate();
    void purchases.invalidate();
  });
  useEffect(() => changed(), [credits]);
  return credits;
}
