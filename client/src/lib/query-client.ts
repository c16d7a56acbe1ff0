import { QueryCache, QueryClient } from '@tanstack/react-query';
import { getQueryKey } from '@trpc/react-query';
import { errorCodeOf } from './error-code.ts';
import { trpc } from './trpc.ts';

/**
 * The cache with the product's defaults: no retries, no refetch on focus, data never stale unless a call says so.
 * When any call finds that the session has ended, who is signed in is asked anew, and the auth screen follows.
 */
export function createQueryClient(): QueryClient {
  const sessionKey = getQueryKey(trpc.auth.me, undefined, 'query');
  const client = new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        const aboutSession = JSON.stringify(query.queryKey[0]) === JSON.stringify(sessionKey[0]);
        if (!aboutSession && errorCodeOf(error) === 'not_signed_in') {
          void client.invalidateQueries({ queryKey: sessionKey });
        }
      },
    }),
    defaultOptions: {
      queries: { retry: false, refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY },
      mutations: { retry: false },
    },
  });
  return client;
}
