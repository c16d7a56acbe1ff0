import { useEffect, useEffectEvent, useRef } from 'react';
import { appLimits } from '#shared/app-limits.ts';
import { trpc } from '#client/api/trpc.ts';

/**
 * The signed-in user's balance: polled every five seconds, with changes in between pushed by the page's `useChanges`. A
 * change also refetches everything else that depends on credits. Use it in one place per page; elsewhere, use
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
