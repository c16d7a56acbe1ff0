import { limits } from '../../../../shared/limits.ts';
import { trpc } from '../../lib/trpc.ts';

/** The signed-in user's balance, asked for anew every five seconds while the page is looked at. */
export function useBalance(): number | undefined {
  const balance = trpc.credits.balance.useQuery(undefined, {
    staleTime: 0,
    refetchInterval: limits.polling.badgeSeconds * 1000,
  });
  return balance.data?.credits;
}
