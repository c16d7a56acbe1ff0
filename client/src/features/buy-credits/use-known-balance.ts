import { trpc } from '#client/api/trpc.ts';

/** The cached balance, kept up to date by `useBalance`. */
export function useKnownBalance(): number | undefined {
  return trpc.credits.balance.useQuery().data?.credits;
}
