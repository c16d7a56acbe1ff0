import { trpc } from '#client/api/trpc.ts';

/** The user's ledger, newest first, refetched each time it is `opened`. */
export function useCreditHistory(opened: boolean) {
  const history = trpc.credits.history.useQuery(undefined, { enabled: opened, staleTime: 0 });
  return {
    entries: history.data,
    failed: history.isError && !history.data,
    retry: () => void history.refetch(),
  };
}
