import { trpc } from '../../lib/trpc.ts';

/** The balance as the page knows it, kept up to date by whoever follows it. */
export function useKnownBalance(): number | undefined {
  return trpc.credits.balance.useQuery().data?.credits;
}
